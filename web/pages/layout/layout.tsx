import { type ReactNode, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useReadingOwner } from '#web/reading/reader/progress/use-reading-owner.ts'
import { checkLoginStatus } from '#web/frame/session/session.ts'
import { ConfirmSelf } from '#web/account/confirm/confirm-user.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import './layout.css'

/**
 * Layout of all pages except login and register: header, menu, footer and the login check. If `children` are given,
 * they are shown instead of the page.
 */
export function Layout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation()
  useReadingOwner()
  useEffect(() => {
    void checkLoginStatus()
  }, [])
  return (
    <div className="layout" data-page={pathname === '/' || pathname === '/map' ? 'map' : undefined}>
      <a className="skip-link" href="#content">
        跳到正文
      </a>
      <ProgressBar />
      <Header />
      <main id="content" className="layout-content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <TabBar />
      <ConfirmSelf />
      <ScrollRestoration />
    </div>
  )
}
