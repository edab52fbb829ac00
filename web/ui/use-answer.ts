import { useCallback, useEffect, useRef, useState } from 'react'
import { describeFailure } from './describe-failure.ts'

interface Answer<T> {
  data: T | undefined
  /** Error message for the user; empty unless the call failed. */
  message: string
  /** Number of calls that have failed since the last one that succeeded. */
  countFailures: number
  /** Runs the API call again and replaces its result. */
  reload: () => void
}

const noFailure = { message: '', countFailures: 0 }

/**
 * React hook that runs the API call `ask` when the component mounts and returns its result. `ask` must be the same
 * function in every render. An answer that arrives after that of a later call is ignored.
 */
export function useAnswer<T>(ask: (signal?: AbortSignal) => Promise<T>): Answer<T> {
  const [data, setData] = useState<T>()
  const [failure, setFailure] = useState(noFailure)
  const countAsked = useRef(0)
  const newest = useRef(0)
  const load = useCallback(
    (signal?: AbortSignal) => {
      const order = (countAsked.current += 1)
      const show = (change: () => void) => {
        if (signal?.aborted || order < newest.current) return
        newest.current = order
        change()
      }
      void ask(signal).then(
        (answer) => show(() => (setData(answer), setFailure(noFailure))),
        (error: unknown) => {
          const { message } = describeFailure(error)
          show(() => setFailure(({ countFailures }) => ({ message, countFailures: countFailures + 1 })))
        },
      )
    },
    [ask, countAsked, newest],
  )
  useEffect(() => {
    const controller = new AbortController()
    load(controller.signal)
    return () => controller.abort()
  }, [load])
  return { data, ...failure, reload: () => load() }
}
