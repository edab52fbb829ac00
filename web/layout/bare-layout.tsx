import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { useReadingOwner } from '#web/reader/progress/use-reading-owner.ts'
import { checkLoginStatus } from '#web/session/session.ts'

/** For pages that fill the window and work without a network: no header, no footer, and whoever cannot be asked after stays. */
export function BareLayout() {
  useReadingOwner()
  useEffect(() => {
    void checkLoginStatus({ staysHere: true })
  }, [])
  return <Outlet />
}
