import ComboboxNav from '@github/combobox-nav'
import { Children, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { type Combobox, listIdOf } from './combobox.tsx'
import './combobox-popup.css'

interface ComboboxOption {
  /** Key of the combobox option, unique within its group. */
  key: string
  name: ReactNode
  /** Secondary text of the combobox option, shown in small type beside its name. */
  note: string
  /** Small decorative picture before the name, whose size does not depend on its loading. */
  picture?: ReactNode
  /** URL that the option links to. Users can also open this link in another tab. */
  href?: string
}

interface ComboboxGroup<O extends ComboboxOption> {
  /** Heading of a group of combobox options; null for the only group of a list. */
  label: string | null
  options: O[]
}

interface ComboboxPopupProps<O extends ComboboxOption> {
  box: Combobox
  /** Accessible name of the list of options, which screen readers announce. */
  label: string
  /** Groups of options of the combobox; empty while the list is closed. */
  groups: ComboboxGroup<O>[]
  /** Whether the Enter key submits the form while no option is chosen. Otherwise Enter chooses the first option. */
  allowsFreeText: boolean
  onPick: (option: O) => void
  /** Further content below the options of a combobox. The popup is shown if there are options or this content. */
  children?: ReactNode
}

/** The list of options of a combobox. The focus always stays in the text field. */
export function ComboboxPopup<O extends ComboboxOption>(props: ComboboxPopupProps<O>) {
  const { box, label, groups, allowsFreeText, onPick, children } = props
  const list = useOptionKeys(box, groups.length > 0, allowsFreeText)
  return (
    <div
      className="combobox-popup"
      hidden={groups.length === 0 && Children.toArray(children).length === 0}
      role="presentation"
      // Pressing the pointer on an option must not move the focus out of the text field, because that would close the
      // list before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={listIdOf(box)} role="listbox" aria-label={label} ref={list}>
        {groups.map((group) => (
          <Group key={group.label} {...group} onPick={onPick} />
        ))}
      </div>
      {children}
    </div>
  )
}

/**
 * React hook with which the arrow keys and Enter in the text field choose among the options, while there are any.
 * Returns the ref for the list of options.
 */
function useOptionKeys({ id }: Combobox, isExpanded: boolean, allowsFreeText: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const nav = useRef<ComboboxNav>(null)
  useEffect(() => {
    const field = document.getElementById(id)
    if (!isExpanded || !(field instanceof HTMLInputElement) || list.current === null) return
    const started = new ComboboxNav(field, list.current, {
      tabInsertsSuggestions: false,
      firstOptionSelectionMode: allowsFreeText ? 'none' : 'active',
    })
    started.start()
    nav.current = started
    return () => {
      started.stop()
      nav.current = null
    }
  }, [id, isExpanded, allowsFreeText])
  // A new list of options may lack the active option, to which the text field still refers; then no option is active.
  // An active option that remains in the list stays active.
  useEffect(() => {
    if (!list.current?.querySelector('[aria-selected="true"]')) nav.current?.resetSelection()
  })
  return list
}

interface GroupProps<O extends ComboboxOption> extends ComboboxGroup<O> {
  onPick: (option: O) => void
}

function Group<O extends ComboboxOption>({ label, options, onPick }: GroupProps<O>) {
  const id = useId()
  const shown = options.map((option) => <Option key={option.key} option={option} onPick={() => onPick(option)} />)
  if (label === null) return shown
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className="combobox-group-name" role="presentation">
        {label}
      </div>
      {shown}
    </div>
  )
}

/**
 * The library `@github/combobox-nav` sets `aria-selected` on an option, and needs the option's id for the text field's
 * `aria-activedescendant`.
 */
function Option({ option: { name, note, picture, href }, onPick }: { option: ComboboxOption; onPick: () => void }) {
  const shared = { id: useId(), role: 'option', tabIndex: -1, className: 'combobox-option' }
  const content = (
    <>
      {picture}
      <span className="combobox-option-name">{name}</span>
      <span className="combobox-option-note">{note}</span>
    </>
  )
  if (href === undefined)
    return (
      <button type="button" {...shared} onClick={onPick}>
        {content}
      </button>
    )
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPick()
  }
  return (
    <a {...shared} href={href} onClick={handleClick}>
      {content}
    </a>
  )
}
