import { create } from 'zustand'

interface Last {
  /** What was done, in words. */
  said: string
  /** What takes it back; null where that is done. */
  auditId: string | null
}

/** What an editor did last: told on whichever page he is next. */
export const useLastDone = create<Last>()(() => ({ said: '', auditId: null }))

export function sayDone(said: string, auditId: string | null = null) {
  useLastDone.setState({ said, auditId })
}
