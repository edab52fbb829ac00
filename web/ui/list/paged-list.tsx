import { type ReactNode, useEffect, useRef } from 'react'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import type { PagedList } from './use-paged-list.ts'
import './paged-list.css'

interface PagedListProps<T> {
  pages: PagedList<T>
  label: string
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
  /** Content that is shown if the list is empty, such as a suggestion what to do next. */
  empty: ReactNode
}

/**
 * A list that is loaded page by page, in all its states: loading, failed, empty, and with a button for further entries.
 */
export function PagedList<T>({ pages, label, keyOf, children, empty }: PagedListProps<T>) {
  const { list, total, hasMore, isBusy, message, more } = pages
  const rows = useRef<HTMLUListElement>(null)
  const firstNew = useRef(0)
  const shown = list?.length ?? 0
  // After a click on the button that loads more, the focus moves to the first new entry, because the button has moved.
  useEffect(() => {
    if (firstNew.current === 0 || shown <= firstNew.current) return
    ;(rows.current?.children[firstNew.current] as HTMLElement | undefined)?.focus()
    firstNew.current = 0
  }, [shown])
  if (list === undefined) return message === '' ? <Skeleton /> : <LoadError message={message} onRetry={more} />
  if (list.length === 0) return <div className="empty">{empty}</div>
  return (
    <>
      <ul className="paged-list" aria-label={label} ref={rows}>
        {list.map((item) => (
          <li key={keyOf(item)} tabIndex={-1}>
            {children(item)}
          </li>
        ))}
      </ul>
      {message && <p role="alert">{message}</p>}
      {hasMore && (
        <button
          type="button"
          className="button button-quiet button-wide"
          disabled={isBusy}
          onClick={() => {
            firstNew.current = list.length
            more()
          }}
        >
          {isBusy
            ? '正在读取……'
            : total > maxCountedBooks
              ? '更多'
              : `更多（还有 ${Math.max(1, total - list.length)} 条）`}
        </button>
      )}
    </>
  )
}

function Skeleton() {
  return (
    <div className="paged-skeleton" role="status">
      <span className="visually-hidden">正在读取……</span>
      {['1', '2', '3', '4'].map((row) => (
        <span key={row} />
      ))}
    </div>
  )
}

function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="empty" role="alert">
      <p>{message}</p>
      <button type="button" className="button" onClick={onRetry}>
        再试一次
      </button>
    </div>
  )
}
