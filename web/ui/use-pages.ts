import { useCallback, useEffect, useRef, useState } from 'react'
import { describeFailure } from './describe-failure.ts'

interface Page<T> {
  list: T[]
  nextCursor: string | null
  total: number
}
type Ask<T> = (cursor: string | undefined, signal?: AbortSignal) => Promise<Page<T>>

export interface Pages<T> {
  /** Undefined until the first page is there. */
  list: T[] | undefined
  total: number
  hasMore: boolean
  isBusy: boolean
  /** Why the last asking came to nothing. */
  message: string
  /** Asks for the next page, or again for the first. */
  more: () => void
  /** Asks for what is new, and puts it before what is there. */
  refresh: () => void
  /** What has been done to one of them, or undefined where it is gone. */
  change: (key: string, changed: (item: T) => T | undefined) => void
}

interface State<T> {
  ask: Ask<T>
  page: Page<T> | undefined
  isBusy: boolean
  message: string
}

/** A list asked for page by page. `ask` must stay the same from one rendering to the next: another one begins another list. */
export function usePages<T>(ask: Ask<T>, keyOf: (item: T) => string): Pages<T> {
  const begun: State<T> = { ask, page: undefined, isBusy: true, message: '' }
  const [kept, setState] = useState(begun)
  const asking = useRef(new AbortController())
  const { page, isBusy, message } = kept.ask === ask ? kept : begun

  const load = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const take = (next: (page: Page<T> | undefined) => Partial<State<T>>) =>
        setState((state) => {
          const before = state.ask === ask ? state : { ask, page: undefined }
          return { ...before, isBusy: false, message: '', ...next(before.page) }
        })
      try {
        const more = await ask(cursor, signal)
        if (!signal.aborted) take((page) => ({ page: join(page, more, cursor !== undefined, keyOf) }))
      } catch (error) {
        if (!signal.aborted) take(() => ({ message: describeFailure(error).message || '没有读到，请再试一次' }))
      }
    },
    [ask, keyOf],
  )
  useEffect(() => {
    const controller = (asking.current = new AbortController())
    void load(undefined, controller.signal)
    return () => controller.abort()
  }, [load])

  const more = () => {
    setState((state) => ({ ...state, isBusy: true, message: '' }))
    void load(page?.nextCursor ?? undefined, asking.current.signal)
  }
  const change: Pages<T>['change'] = (key, changed) =>
    setState((state) => (state.page ? { ...state, page: without(state.page, key, changed, keyOf) } : state))
  const refresh = useCallback(() => void load(undefined, asking.current.signal), [load])
  const hasMore = page !== undefined && page.nextCursor !== null
  return { list: page?.list, total: page?.total ?? 0, hasMore, isBusy, message, more, refresh, change }
}

/** What stands on two pages, because it moved between the askings, is shown where it stands now. */
function join<T>(before: Page<T> | undefined, page: Page<T>, isNext: boolean, keyOf: (item: T) => string): Page<T> {
  if (before === undefined) return page
  const keys = new Set(page.list.map(keyOf))
  const rest = before.list.filter((item) => !keys.has(keyOf(item)))
  if (isNext) return { ...page, list: [...rest, ...page.list] }
  return { list: [...page.list, ...rest], nextCursor: before.nextCursor, total: page.total }
}

function without<T>(page: Page<T>, key: string, changed: (item: T) => T | undefined, keyOf: (item: T) => string) {
  const list = page.list.flatMap((item) => (keyOf(item) === key ? (changed(item) ?? []) : [item]))
  return { ...page, list, total: page.total - (page.list.length - list.length) }
}
