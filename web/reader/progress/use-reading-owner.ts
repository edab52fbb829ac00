import { useEffect } from 'react'
import { useSession } from '#web/session/session-store.ts'
import { readToken } from '#web/session/token.ts'

/**
 * Assigns the reading data on this device to its owner: a login moves the visitor's data to the user, and a logout removes the
 * data of all users.
 */
export function useReadingOwner() {
  const id = useSession(({ userInfo }) => userInfo.id)
  const isChecked = useSession((session) => session.isChecked)
  useEffect(() => {
    const isVisitor = id === '' && isChecked && readToken() === null
    if (id === '' && !isVisitor) return
    // If the script cannot be loaded, the next page of the site tries again.
    void import('./assign-reading.ts').then(({ assignReading }) => assignReading(id)).catch(() => undefined)
  }, [id, isChecked])
}
