import { useEffect, useRef, useState } from 'react'
import type { Found } from '#shared/api/search/search.ts'
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

/** Said aloud, and shown where there is nothing else to show. */
export function noticeOf({ query, found, isFailed }: Suggestions, text: string, count: number) {
  if (isFailed && query === text) return '暂时没有提示，按回车仍可搜索'
  if (found === null || query !== text) return ''
  return count > 0 ? `有 ${count} 条提示，用上下键选择` : '没有提示，按回车搜索全部'
}
