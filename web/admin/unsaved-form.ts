import { useEffect, useRef } from 'react'
import { useSession } from '#web/session/session-store.ts'

interface StoredForm {
  /** The id of the user who typed the values. */
  userId: string
  state: unknown
}

const keyOf = (name: string) => `unsaved ${name}`

/**
 * React hook that stores the state of a form in the browser tab if the session ends while the form is open, so that
 * nothing typed is lost. After the login, the same user finds the state with `readUnsaved`. A state of null is a form
 * without changes, which is not stored.
 */
export function useUnsaved(name: string, state: object | null) {
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })
  useEffect(() => {
    store(name, null)
    const { id: userId } = useSession.getState().userInfo
    return () => {
      const isInterrupted = latest.current !== null && useSession.getState().userInfo.id !== userId
      if (isInterrupted) store(name, { userId, state: latest.current })
    }
  }, [name])
}

/** Returns the state of a form that the end of the present user's session interrupted, or null. */
export function readUnsaved<S extends object>(name: string): S | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as StoredForm | null
    return stored !== null && stored.userId === useSession.getState().userInfo.id ? (stored.state as S) : null
  } catch {
    return null
  }
}

/** Stores the state of a form, or removes the stored one. */
function store(name: string, form: StoredForm | null) {
  try {
    if (form === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify(form))
  } catch {
    // If the browser's storage is full or cannot be used, a form without a session loses its values.
  }
}
