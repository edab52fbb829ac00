import { useEffect, useEffectEvent } from 'react'
import type { ImportEntry } from '#shared/api/book/library-admin.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/session/session.ts'

const listImports = (signal?: AbortSignal) => api.library.imports({}, signal)
/** Milliseconds between two polls of running import jobs, and before a retry of a failed request. */
const pollIntervalMs = 1500

/**
 * Loads the list of text files that the editor has imported or is importing, and polls it while any import is in
 * progress.
 */
export function useImports() {
  const { data, message, reload } = useAnswer(listImports)
  const poll = useEffectEvent(reload)
  const isWaiting = message !== '' || (data?.list.some(isBusy) ?? false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => poll(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  return { list: data?.list ?? none, isLoaded: data !== undefined, message, reload }
}

const none: ImportEntry[] = []

export function isBusy({ state }: ImportEntry): boolean {
  return state === 'judging' || state === 'storing'
}
