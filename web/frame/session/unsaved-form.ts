import { useEffect, useRef } from 'react'
import { useSession } from './session-store.ts'

interface StoredForm {
  /** The id of the user who typed the values. */
  userId: string
  state: unknown
}

const keyOf = (name: string) => `unsaved ${name}`

/**
 * React hook that stores the state of a form in the browser when the user leaves the form in any way: by a link, by the
 * browser's buttons, by closing the dialog or the tab, or because the session ended. Nothing typed is lost, because the
 * same user finds the state with `readUnsaved` when they return. A state of null is a form without changes, which is
 * not stored. The returned function must be called when the changes were saved and the form closes.
 */
export function useUnsaved(name: string, state: object | null): () => void {
  const latest = useRef(state)
  const isFinished = useRef(false)
  useEffect(() => {
    latest.current = state
  })
  useEffect(() => {
    const { id: userId } = useSession.getState().userInfo
    const storeUnsaved = () => {
      const { current } = latest
      store(name, current === null || isFinished.current ? null : { userId, state: current })
    }
    storeUnsaved()
    // The browser hides a page before it closes the tab or leaves the site. A hidden tab may be closed without notice.
    document.addEventListener('visibilitychange', storeUnsaved)
    return () => {
      document.removeEventListener('visibilitychange', storeUnsaved)
      storeUnsaved()
    }
  }, [name])
  return () => {
    isFinished.current = true
    store(name, null)
  }
}

/** Returns the state of a form that the present user left without saving, or null. */
export function readUnsaved<S extends object>(name: string): S | null {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as StoredForm | null
    return stored !== null && stored.userId === useSession.getState().userInfo.id ? (stored.state as S) : null
  } catch {
    return null
  }
}

/**
 * Returns the state of an unsaved form of the present user whose name begins with the given text, or null if there is
 * none.
 */
export function findUnsaved<S extends object>(beginning: string): S | null {
  try {
    const key = Object.keys(localStorage).find((one) => one.startsWith(keyOf(beginning)))
    return key === undefined ? null : readUnsaved<S>(key.slice(keyOf('').length))
  } catch {
    return null
  }
}

/** Removes the states of the present user's forms whose names have the given beginning, except for the given names. */
export function forgetUnsaved(beginning: string, except: Set<string>) {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(keyOf(beginning)))) {
      const name = key.slice(keyOf('').length)
      if (!except.has(name) && readUnsaved(name) !== null) store(name, null)
    }
  } catch {
    // Without the browser's storage there is nothing to remove.
  }
}

/** Stores the state of a form, or removes the stored one. */
function store(name: string, form: StoredForm | null) {
  try {
    if (form === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(form))
  } catch {
    // If the browser's storage is full or cannot be used, a form that is left loses its values.
  }
}
