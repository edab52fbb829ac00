import { useEffect } from 'react'
import { useSession } from '#web/frame/session/session-store.ts'
import { readToken } from '#web/frame/session/token.ts'
import { removeUserReadings, hasVisitorReading, storeOwner } from '#web/reading/reader/state/local-reading.ts'

/**
 * Assigns the reading data on this device to its owner: a login moves the visitor's data to the user, and a logout
 * removes the data of all users.
 */
export function useReadingOwner() {
  const id = useSession(({ userInfo }) => userInfo.id)
  const isChecked = useSession((session) => session.isChecked)
  useEffect(() => {
    if (id !== '') {
      storeOwner(id)
      if (hasVisitorReading())
        void import('./sync-reading.ts').then(({ mergeVisitorReading }) => mergeVisitorReading(id))
    } else if (isChecked && readToken() === null) removeUserReadings()
  }, [id, isChecked])
}
