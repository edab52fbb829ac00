import { useEffect, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'

export interface Answer<T> {
  data: T | undefined
  /** Why there is none. */
  message: string
  /** Asks again. */
  reload: () => void
}

/** What a call answers, asked for when the component appears. `ask` must stay the same from one rendering to the next. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [data, setData] = useState<T>()
  const [message, setMessage] = useState('')
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    ask(controller.signal).then(
      (answer) => (setData(answer), setMessage('')),
      (error: unknown) =>
        controller.signal.aborted || setMessage(error instanceof Failure ? error.message : '页面出错了，请刷新再试'),
    )
    return () => controller.abort()
  }, [ask, turn])
  return { data, message, reload: () => setTurn(turn + 1) }
}
