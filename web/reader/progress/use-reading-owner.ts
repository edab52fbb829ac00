import { useEffect } from 'react'
import { useSession } from '#web/session/session-store.ts'
import { readToken } from '#web/session/token.ts'
import { forgetUsers, hasVisitorReading, rememberOwner } from '#web/reader/state/local-reading.ts'

/**
 * Of those who read on this device: what a visitor kept here becomes his who logs in, and nothing of a reader's stays where
 * nobody is logged in.
 */
export function useReadingOwner() {
  const id = useSession(({ userInfo }) => userInfo.id)
  const isChecked = useSession((session) => session.isChecked)
  useEffect(() => {
    if (id !== '') {
      rememberOwner(id)
      if (hasVisitorReading())
        void import('./sync-reading.ts').then(({ mergeVisitorReading }) => mergeVisitorReading(id))
    } else if (isChecked && readToken() === null) forgetUsers()
  }, [id, isChecked])
}
