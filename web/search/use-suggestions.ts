import { useEffect, useRef, useState } from 'react'
import type { Found } from '#shared/api/search.ts'
import { api } from '../session/session.ts'

export interface Suggestions {
  /** What this was found for. */
  query: string
  found: Found | null
  isFailed: boolean
}

const nothing: Suggestions = { query: '', found: null, isFailed: false }
const remembered = 50

/** Asks as one types. Only the answer to the last question counts; what was asked before is shown at once. */
export function useSuggestions(limit: number) {
  const [suggestions, setSuggestions] = useState(nothing)
  const answers = useRef(new Map<string, Found>())
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const ask = (typed: string) => {
    asking.current?.abort()
    const query = typed.trim()
    const known = answers.current.get(query)
    if (query === '' || known !== undefined) {
      setSuggestions({ query, found: known ?? null, isFailed: false })
      return
    }
    const controller = new AbortController()
    asking.current = controller
    api.search.suggest({ query, limit }, controller.signal).then(
      (found) => {
        if (controller.signal.aborted) return
        remember(answers.current, query, found)
        setSuggestions({ query, found, isFailed: false })
      },
      () => controller.signal.aborted || setSuggestions({ query, found: null, isFailed: true }),
    )
  }
  return { suggestions, ask }
}

function remember(answers: Map<string, Found>, query: string, found: Found) {
  answers.set(query, found)
  const [oldest] = answers.keys()
  if (answers.size > remembered && oldest !== undefined) answers.delete(oldest)
}
