import { useCallback, useEffect, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'

interface Answer<T> {
  data: T | undefined
  /** Error message for the user; empty unless the call failed. */
  message: string
  /** Runs the API call again and replaces its result. */
  reload: () => void
}

/**
 * React hook that runs the API call `ask` when the component mounts and returns its result. `ask` must be the same
 * function in every render.
 */
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
