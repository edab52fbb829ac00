import { useCallback, useEffect, useState } from 'react'
import { describe } from '../ui/use-submit.ts'

interface Page<T> {
  list: T[]
  nextCursor: string | null
  total: number
}

/** A list read page by page, each added to those before. `ask` must stay the same until the list is to be another. */
export function usePagedList<T>(ask: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page<T>>) {
  const [page, setPage] = useState<Page<T>>()
  const [message, setMessage] = useState('')
  const load = useCallback(
    (before: Page<T> | undefined, signal?: AbortSignal) =>
      ask(before?.nextCursor ?? undefined, signal).then(
        (next) => {
          setPage({ ...next, list: [...(before?.list ?? []), ...next.list] })
          setMessage('')
        },
        (error: unknown) => signal?.aborted || setMessage(describe(error).message),
      ),
    [ask],
  )
  useEffect(() => {
    const controller = new AbortController()
    void load(undefined, controller.signal)
    return () => controller.abort()
  }, [load])
  return {
    page,
    message,
    /** Reads on; null where there is no more. */
    more: page?.nextCursor ? () => void load(page) : null,
    /** Shows one in place of another. */
    replace: (old: T, now: T) => setPage(page && { ...page, list: page.list.map((one) => (one === old ? now : one)) }),
  }
}
