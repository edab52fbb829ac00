import { useEffect, useState } from 'react'
import { type DraftKey, readUnsentDraft, removeUnsentDraft, storeUnsentDraft } from './draft-store.ts'
import type { Draft } from '#web/catalogue/book/form/recommendation-draft.ts'

/** Returns the current draft of a recommendation. The browser stores the draft as soon as the user has changed it. */
export function useDraft(key: DraftKey, initial: Draft) {
  const [stored] = useState(() => readUnsentDraft(key))
  const [draft, setDraft] = useState(stored ?? initial)
  const [isChanged, setIsChanged] = useState(stored !== null)
  const { userId, subject } = key
  useEffect(() => {
    if (isChanged) storeUnsentDraft({ userId, subject }, draft)
  }, [userId, subject, draft, isChanged])
  const change = (changed: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...changed }))
    setIsChanged(true)
  }
  const forget = (begin: Draft) => {
    removeUnsentDraft(key)
    setIsChanged(false)
    setDraft(begin)
  }
  return { draft, change, forget, isRestored: stored !== null && isChanged }
}
