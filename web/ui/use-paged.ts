import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'

interface Page<T> {
  list: T[]
  nextCursor: string | null
}

type Ask<P> = (cursor: string | undefined, signal?: AbortSignal) => Promise<P>

/** A list that grows by pages, asked for when the component appears. `ask` must stay the same for the same list. */
export function usePaged<T, P extends Page<T>>(ask: Ask<P & Page<T>>) {
  const begun = { ask, list: undefined as P['list'] | undefined, next: null as string | null, message: '' }
  const [kept, setKept] = useState(begun)
  const [last, setLast] = useState<P>()
  const asking = useRef(new AbortController())
  const { list, next, message } = kept.ask === ask ? kept : begun
  const load = useCallback(
    (cursor: string | undefined, { signal }: AbortController) =>
      ask(cursor, signal).then(
        (page) => {
          if (signal.aborted) return
          const { list, nextCursor } = page
          setKept((before) => ({
            ask,
            list: cursor === undefined || before.ask !== ask ? list : [...(before.list ?? []), ...list],
            next: nextCursor,
            message: '',
          }))
          setLast(page)
        },
        (error: unknown) => {
          if (signal.aborted) return
          const message = error instanceof Failure ? error.message : '页面出错了，请刷新再试'
          setKept((before) => ({ ...(before.ask === ask ? before : { ask, list: undefined, next: null }), message }))
        },
      ),
    [ask],
  )
  useEffect(() => {
    const controller = (asking.current = new AbortController())
    void load(undefined, controller)
    return () => controller.abort()
  }, [load])
  return {
    /** Undefined until the first page is there. */
    list,
    /** The page that came last, for what else it says: while another list is asked for, still one of that before. */
    last,
    message,
    hasMore: next !== null,
    more: () => void (next !== null && load(next, asking.current)),
    reload: () => void load(undefined, asking.current),
  }
}
