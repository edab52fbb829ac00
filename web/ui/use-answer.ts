import { useCallback, useEffect, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'

interface Answer<T> {
  data: T | undefined
  /** Why there is none. */
  message: string
  /** Asks again. */
  reload: () => void
}

/** What a call answers, asked for when the component appears. `ask` must stay the same from one rendering to the next. */
export function useAnswer<T>(ask: (signal?: AbortSignal) => Promise<T>): Answer<T> {
  const [data, setData] = useState<T>()
  const [message, setMessage] = useState('')
  const load = useCallback(
    (signal?: AbortSignal) =>
      void ask(signal).then(
        (answer) => (setData(answer), setMessage('')),
        (error: unknown) =>
          signal?.aborted || setMessage(error instanceof Failure ? error.message : '页面出错了，请刷新再试'),
      ),
    [ask],
  )
  useEffect(() => {
    const controller = new AbortController()
    load(controller.signal)
    return () => controller.abort()
  }, [load])
  return { data, message, reload: () => load() }
}
