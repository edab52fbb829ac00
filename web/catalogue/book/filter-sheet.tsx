import type { MouseEvent, ReactNode } from 'react'
import './book-filter.css'

interface FilterSheetProps {
  /** Number of chosen values. */
  countChosen: number
  /** Words of the button that shows the filtered list, such as “看 12 本”. */
  showText: string
  /** URL of the filtered list. */
  showHref: string
  /** URL of the list without a filter. */
  clearHref: string
  children: ReactNode
}

/** Frame of the filter of a list: a column beside the list, and a sheet at the lower edge of a small window. */
export function FilterSheet({ countChosen, showText, showHref, clearHref, children }: FilterSheetProps) {
  return (
    <details className="book-filter">
      <summary className="summary-chevron">
        筛选
        {countChosen > 0 && <span className="count">{countChosen}</span>}
      </summary>
      {children}
      <div className="book-filter-foot">
        {countChosen > 0 && (
          <a className="button button-quiet" href={clearHref}>
            清除
          </a>
        )}
        <a className="button" href={showHref} onClick={close}>
          {showText}
        </a>
      </div>
    </details>
  )
}

function close(event: MouseEvent<HTMLElement>) {
  event.preventDefault()
  const sheet = event.currentTarget.closest('details')
  if (sheet === null) return
  sheet.open = false
  sheet.querySelector('summary')?.focus()
}
