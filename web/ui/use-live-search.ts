import { useEffect, useRef, useState } from 'react'

export interface LiveAnswer<T> {
  /** The trimmed search query to which this result belongs. */
  query: string
  /** Search results; null before the first answer and after a failure. */
  found: T | null
  isFailed: boolean
}

const maxRemembered = 50

/**
 * React hook that searches while the user types. A new query aborts the previous one, so that only the last query is
 * answered. Recent results are cached until the component unmounts and shown at once if their query is repeated.
 */
export function useLiveSearch<T>(ask: (query: string, signal: AbortSignal) => Promise<T>) {
  const [answer, setAnswer] = useState<LiveAnswer<T>>({ query: '', found: null, isFailed: false })
  const answers = useRef(new Map<string, T>())
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const search = (text: string) => {
    asking.current?.abort()
    const query = text.trim()
    const known = answers.current.get(query)
    if (query === '' || known !== undefined) return setAnswer({ query, found: known ?? null, isFailed: false })
    const { signal } = (asking.current = new AbortController())
    ask(query, signal).then(
      (found) => {
        if (signal.aborted) return
        remember(answers.current, query, found)
        setAnswer({ query, found, isFailed: false })
      },
      () => signal.aborted || setAnswer({ query, found: null, isFailed: true }),
    )
  }
  return { answer, search }
}

function remember<T>(answers: Map<string, T>, query: string, found: T) {
  answers.set(query, found)
  const [oldest] = answers.keys()
  if (answers.size > maxRemembered && oldest !== undefined) answers.delete(oldest)
}
