import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ShelfBook, ShelfState } from '#shared/api/book/shelf.ts'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { api } from '#web/frame/session/session.ts'
import { ShelfRow } from './shelf-row.tsx'
import { shelfNames, shelfStates } from './shelf-words.ts'
import './my-shelf.css'

const keyOf = (shelved: ShelfBook) => shelved.book.itemId

/** The user's books by shelf, with 想读, 在读 and 读过 (want to read, reading, read) as tabs. */
export function MyShelf() {
  const [chosen, setState] = useState<ShelfState>()
  const state = chosen ?? 'reading'
  const { list, counts, hasMore, message, more, reload, change, removeRow } = useShelfList(state)
  // The shelf opens on the first tab with books in the order of their use.
  if (chosen === undefined && counts !== undefined)
    setState((['reading', 'want', 'read'] as const).find((one) => counts[one] > 0) ?? 'want')
  return (
    <section className="my-shelf" aria-label="书架">
      <div className="chips" role="group" aria-label="书架的分栏">
        {shelfStates.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-current={one === state ? 'true' : undefined}
            onClick={() => setState(one)}
          >
            {shelfNames[one]}
            <span className="count">{counts?.[one] ?? ''}</span>
          </button>
        ))}
      </div>
      <p className="my-shelf-links">
        <a href="/user/map">我的地图</a> · <a href="/user/year">我的这一年</a> · <a href="/user/reading">读书时间</a>
      </p>
      {message && (
        <p role="alert">
          {message}
          <button type="button" className="button button-quiet" onClick={reload}>
            再读一次
          </button>
        </p>
      )}
      {list === undefined && !message && <p className="empty">正在读取……</p>}
      {list?.length === 0 && !hasMore && <EmptyShelf state={state} />}
      <ul>
        {list?.map((one) => (
          <li key={one.book.itemId}>
            <ShelfRow
              shelved={one}
              onSaved={(entry) => change(one.book.itemId, (now) => ({ ...now, ...entry }))}
              onGone={(row, to) => removeRow(one.book.itemId, row, to)}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="button button-quiet" onClick={more}>
          更多
        </button>
      )}
    </section>
  )
}

/** React hook that loads the books of one shelf state and returns them with functions that change the loaded rows. */
function useShelfList(state: ShelfState) {
  const ask = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) => api.shelf.list({ state, cursor }, signal),
    [state],
  )
  const { last, change, ...paged } = usePagedList(ask, keyOf)
  const { counts, move } = useCounts(last?.counts)
  /** Removes a row without loading the list again, so that the user stays at their place in it. */
  const removeRow = (id: string, row: HTMLElement | null, to?: ShelfState) => {
    const beside = row?.contains(document.activeElement) ? findCommandBeside(row) : null
    flushSync(() => {
      change(id, (one) => (one.state === state ? undefined : one))
      move(state, to)
    })
    beside?.focus()
  }
  return { ...paged, counts, change, removeRow }
}

type Counts = Record<ShelfState, number>

/** Returns the numbers of books that the server stated last, corrected by the books that were moved since. */
function useCounts(stated: Counts | undefined) {
  const [corrected, setCorrected] = useState({ stated, counts: stated })
  const countsOf = (state: typeof corrected) => (state.stated === stated ? state.counts : stated)
  const move = (from: ShelfState, to?: ShelfState) =>
    setCorrected((state) => {
      const counts = countsOf(state)
      if (counts === undefined) return state
      const less = { ...counts, [from]: counts[from] - 1 }
      return { stated, counts: to ? { ...less, [to]: less[to] + 1 } : less }
    })
  return { counts: countsOf(corrected), move }
}

function EmptyShelf({ state }: { state: ShelfState }) {
  return (
    <div className="empty">
      <p>「{shelfNames[state]}」还空着。在书的页面上点一下就放进来了。</p>
      <a className="button" href="/book">
        找一本书
      </a>
    </div>
  )
}

/** Returns the command to focus when a row goes away: that of the next row, 更多, that of the row before, or the tab. */
function findCommandBeside(row: HTMLElement): HTMLElement | null {
  const item = row.closest('li')
  const shelf = row.closest('.my-shelf')
  const menuOf = (other: Element | null | undefined) => other?.querySelector<HTMLElement>('.shelf-menu button')
  return (
    menuOf(item?.nextElementSibling) ??
    shelf?.querySelector<HTMLElement>(':scope > .button') ??
    menuOf(item?.previousElementSibling) ??
    shelf?.querySelector<HTMLElement>('.chip[aria-current]') ??
    null
  )
}
