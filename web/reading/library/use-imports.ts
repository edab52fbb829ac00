import { useEffect, useEffectEvent } from 'react'
import type { ImportEntry } from '#shared/api/book/library-admin.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'

const listImports = (signal?: AbortSignal) => api.library.imports({}, signal)
/** Milliseconds between an answer about running import jobs and the next poll. */
const pollIntervalMs = 1500
/** The longest wait before a poll, in milliseconds; each failed poll doubles the wait. */
const longestIntervalMs = 60_000

/**
 * Loads the list of text files that the editor has imported or is importing, and polls it while any import is in
 * progress.
 */
export function useImports() {
  const { data, message, countFailures, reload } = useAnswer(listImports)
  const poll = useEffectEvent(reload)
  useEffect(() => {
    const isWaiting = countFailures > 0 || (data?.list.some(isBusy) ?? false)
    if (!isWaiting) return
    const timer = setTimeout(() => poll(), Math.min(pollIntervalMs * 2 ** countFailures, longestIntervalMs))
    return () => clearTimeout(timer)
  }, [data, countFailures])
  return { list: data?.list ?? none, isLoaded: data !== undefined, message, reload }
}

const none: ImportEntry[] = []

export function isBusy({ state }: ImportEntry): boolean {
  return state === 'judging' || state === 'storing'
}
