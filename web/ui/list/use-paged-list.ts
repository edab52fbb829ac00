import { useCallback, useEffect, useRef, useState } from 'react'
import { describeFailure } from '#web/ui/describe-failure.ts'

interface Page<T> {
  list: T[]
  nextCursor: string | null
  /** Number of items in the whole list; absent if the API call does not count them. */
  total?: number
}
type Ask<T, P extends Page<T>> = (cursor: string | undefined, signal?: AbortSignal) => Promise<P & Page<T>>

export interface PagedList<T, P = unknown> {
  /** Items of the list; undefined until the first page has arrived. */
  list: T[] | undefined
  total: number
  hasMore: boolean
  isBusy: boolean
  /** Error message of the last request for a page; empty if it succeeded. */
  message: string
  /**
   * The answer of the API call that contained the latest page, for components that need its further fields. While
   * another list is loading, this is still an answer of the previous list.
   */
  last: P | undefined
  /** Requests the next page of the list, or the first page if none has arrived. */
  more: () => void
  /** Requests the first page of the list again and puts its items before the others. */
  refresh: () => void
  /** Requests the first page of the list again and replaces the whole list by it. */
  reload: () => void
  /** Replaces the item with the given key by the result of `changed`, or removes it if the result is undefined. */
  change: (key: string, changed: (item: T) => T | undefined) => void
}

interface State<T, P extends Page<T>> {
  ask: Ask<T, P>
  page: Page<T> | undefined
  last: P | undefined
  isBusy: boolean
  message: string
}
type Join = 'append' | 'prepend' | 'replace'

/**
 * React hook that loads a list page by page, starting when the component mounts. `ask` (which requests a page) and
 * `keyOf` must be the same functions in every render; a different `ask` starts a new list.
 */
export function usePagedList<T, P extends Page<T>>(ask: Ask<T, P>, keyOf: (item: T) => string): PagedList<T, P> {
  const begun: State<T, P> = { ask, page: undefined, last: undefined, isBusy: true, message: '' }
  const [state, setState] = useState(begun)
  const asking = useRef(new AbortController())
  const { page, isBusy, message } = state.ask === ask ? state : begun

  const load = useCallback(
    async (cursor: string | undefined, signal: AbortSignal, join: Join) => {
      const finish = (next: (page: Page<T> | undefined) => Partial<State<T, P>>) =>
        setState((state) => {
          const before = state.ask === ask ? state : { ask, page: undefined, last: state.last }
          return { ...before, isBusy: false, message: '', ...next(before.page) }
        })
      try {
        const answer = await ask(cursor, signal)
        if (!signal.aborted) finish((page) => ({ page: joinPages(page, answer, join, keyOf), last: answer }))
      } catch (error) {
        if (!signal.aborted) finish(() => ({ message: describeFailure(error).message }))
      }
    },
    [ask, keyOf],
  )
  useEffect(() => {
    const controller = (asking.current = new AbortController())
    void load(undefined, controller.signal, 'replace')
    return () => controller.abort()
  }, [load])

  const loadFirst = useCallback((join: Join) => void load(undefined, asking.current.signal, join), [load])
  const refresh = useCallback(() => loadFirst('prepend'), [loadFirst])
  const reload = useCallback(() => loadFirst('replace'), [loadFirst])
  const more = () => {
    setState((state) => ({ ...state, isBusy: true, message: '' }))
    void load(page?.nextCursor ?? undefined, asking.current.signal, 'append')
  }
  const change: PagedList<T>['change'] = (key, changed) =>
    setState((state) => (state.page ? { ...state, page: changeItem(state.page, key, changed, keyOf) } : state))
  const hasMore = page !== undefined && page.nextCursor !== null
  return {
    list: page?.list,
    total: page?.total ?? 0,
    last: state.last,
    hasMore,
    isBusy,
    message,
    more,
    refresh,
    reload,
    change,
  }
}

/**
 * An item may be on two pages of the list, because it moved between the requests; it stays only at its position in the
 * newer page.
 */
function joinPages<T>(before: Page<T> | undefined, page: Page<T>, join: Join, keyOf: (item: T) => string): Page<T> {
  if (before === undefined || join === 'replace') return page
  const keys = new Set(page.list.map(keyOf))
  const rest = before.list.filter((item) => !keys.has(keyOf(item)))
  if (join === 'append') return { ...page, list: [...rest, ...page.list] }
  return { ...page, list: [...page.list, ...rest], nextCursor: before.nextCursor }
}

function changeItem<T>(
  page: Page<T>,
  key: string,
  changed: (item: T) => T | undefined,
  keyOf: (item: T) => string,
): Page<T> {
  const list = page.list.flatMap((item) => (keyOf(item) === key ? (changed(item) ?? []) : [item]))
  return { ...page, list, total: (page.total ?? 0) - (page.list.length - list.length) }
}
