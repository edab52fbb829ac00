import type { FocusEvent, MouseEvent } from 'react'
import { Marked } from './highlighted-text.tsx'
import { forgetSearches } from './recent-searches.ts'
import { hrefOf, type OptionGroup, type PickedFind, type SearchOption } from './search-option.ts'

interface SearchPopupProps {
  id: string
  groups: OptionGroup[]
  activeIndex: number
  isOpen: boolean
  /** What is listed are earlier searches. */
  isRecent: boolean
  notice: string
  /** The page with all results. */
  allHref: string | null
  onPick: (picked: PickedFind) => void
  onForget: () => void
  onLeave: (event: FocusEvent) => void
}

/** What the search box offers. The focus stays in the field: a press here must not take it away before it has been a click. */
export function SearchPopup({
  id,
  groups,
  activeIndex,
  isOpen,
  isRecent,
  notice,
  allHref,
  onPick,
  onForget,
  onLeave,
}: SearchPopupProps) {
  const isShown = isOpen && (groups.length > 0 || notice !== '')
  const all = groups.flatMap(({ options }) => options)
  return (
    <>
      <div
        className="search-popup"
        hidden={!isShown}
        role="presentation"
        onMouseDown={(event) => event.preventDefault()}
      >
        <div id={`${id}-list`} role="listbox" aria-label="提示">
          {groups.map(({ label, options }) => (
            <div key={label} role="group" aria-labelledby={`${id}-${label}`}>
              <div id={`${id}-${label}`} className="search-group-name" role="presentation">
                {label}
              </div>
              {options.map((option) => (
                <PopupOption
                  key={option.key}
                  id={`${id}-${all.indexOf(option)}`}
                  option={option}
                  isActive={all.indexOf(option) === activeIndex}
                  onPick={onPick}
                />
              ))}
            </div>
          ))}
        </div>
        {isRecent && (
          <button
            type="button"
            className="search-foot"
            onBlur={onLeave}
            onClick={() => {
              forgetSearches()
              onForget()
            }}
          >
            清除记录
          </button>
        )}
        {allHref !== null && groups.length > 0 && (
          <a className="search-foot" href={allHref} tabIndex={-1}>
            看全部结果
          </a>
        )}
        {groups.length === 0 && <p className="search-notice">{notice}</p>}
      </div>
      <p className="visually-hidden" role="status">
        {notice}
      </p>
    </>
  )
}

interface PopupOptionProps {
  id: string
  option: SearchOption
  isActive: boolean
  onPick: (picked: PickedFind) => void
}

/** A link, so that it can be opened elsewhere too; the keyboard chooses it from the field. */
function PopupOption({ id, option: { label, note, picked }, isActive, onPick }: PopupOptionProps) {
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPick(picked)
  }
  return (
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      className="search-option"
      href={hrefOf(picked)}
      tabIndex={-1}
      ref={isActive ? scrollIntoView : undefined}
      onClick={handleClick}
    >
      <span className="search-option-name">
        <Marked of={label} />
      </span>
      <span className="search-option-note">{note}</span>
    </a>
  )
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
