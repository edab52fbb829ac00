import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { useReadingOwner } from '#web/reading/reader/progress/use-reading-owner.ts'
import { checkLoginStatus } from '#web/frame/session/session.ts'

/**
 * Layout of pages that fill the window and work offline. It has no header and footer, and does not redirect to the
 * login page if the login check fails.
 */
export function BareLayout() {
  useReadingOwner()
  useEffect(() => {
    void checkLoginStatus({ staysHere: true })
  }, [])
  return <Outlet />
}
