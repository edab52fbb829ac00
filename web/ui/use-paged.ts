import { useCallback, useEffect, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'

interface Page<T> {
  list: T[]
  nextCursor: string | null
}

/** A list that grows by pages, asked for when the component appears. `ask` must stay the same for the same list. */
export function usePaged<T, P extends Page<T>>(
  ask: (cursor: string | undefined, signal?: AbortSignal) => Promise<P & Page<T>>,
) {
  const [list, setList] = useState<P['list']>([])
  const [last, setLast] = useState<P>()
  const [message, setMessage] = useState('')
  const load = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) =>
      ask(cursor, signal).then(
        (page) => {
          if (signal?.aborted) return
          setList((shown) => (cursor === undefined ? page.list : [...shown, ...page.list]))
          setLast(page)
          setMessage('')
        },
        (error: unknown) => {
          if (!signal?.aborted) setMessage(error instanceof Failure ? error.message : '页面出错了，请刷新再试')
        },
      ),
    [ask],
  )
  useEffect(() => {
    const controller = new AbortController()
    void load(undefined, controller.signal)
    return () => controller.abort()
  }, [load])
  const next = last?.nextCursor ?? null
  return {
    list,
    /** The page that came last, with what else it says; undefined before the first. */
    last,
    message,
    hasMore: next !== null,
    more: () => void (next !== null && load(next)),
    reload: () => void load(undefined),
  }
}
