import { type ReactNode, useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useReadingOwner } from '#web/reading/reader/progress/use-reading-owner.ts'
import { checkLoginStatus } from '#web/frame/session/session.ts'
import { ConfirmSelf } from '#web/account/confirm/confirm-user.tsx'
import { Header } from './header.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import { BookOpen, Clapperboard, Gift, Globe, type IconNode, PenLine, Waypoints } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useMenu } from './menu.ts'
import './layout.css'
import './footer.css'
import './tab-bar.css'

const icons: Record<string, IconNode> = {
  '/map': Globe,
  '/book': BookOpen,
  '/book/freeBook': Gift,
  '/connect': Waypoints,
  '/video': Clapperboard,
}

const links = [
  ['/place', '地方'],
  ['/tour', '漫游'],
  ['/about', '关于'],
  ['/privacy', '隐私'],
  ['/terms', '条款'],
  ['/contact', '联系'],
] as const

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

function Footer() {
  const { name, tagline, icpNumber, mapApprovalNumber, isReadOnly } = useSite()
  return (
    <footer className="footer" data-read-only={isReadOnly || undefined}>
      <div className="footer-inner">
        <p className="footer-name">
          {name} · {tagline}
        </p>
        <ul className="footer-links touch-links">
          {links.map(([path, label]) => (
            <li key={path}>
              <a href={path}>{label}</a>
            </li>
          ))}
        </ul>
        <p className="footer-legal">
          {mapApprovalNumber && <span>审图号：{mapApprovalNumber}</span>}
          {icpNumber && (
            <a href="https://beian.miit.gov.cn/" rel="noopener">
              {icpNumber}
            </a>
          )}
        </p>
      </div>
    </footer>
  )
}

/** Progress bar at the top of the window during a navigation. If the navigation takes long, the old page fades. */
function ProgressBar() {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const globalLoading = state !== 'idle'
  const isLeaving = next !== undefined && next.pathname !== pathname
  return (
    <div
      className="progress-bar"
      role="status"
      data-loading={globalLoading || undefined}
      data-leaving={isLeaving || undefined}
    >
      <span className="visually-hidden">{globalLoading ? '正在打开页面' : ''}</span>
    </div>
  )
}

/** Bottom tab bar with the main menu, shown on phones. */
function TabBar() {
  const { entries, menuActive } = useMenu()
  const isForm = /^\/(user|book)\/recommend$/.test(useLocation().pathname)
  return (
    <nav className="tab-bar" aria-label="底部菜单">
      {entries.map(({ href, label }) => (
        <a key={href} href={href} aria-current={href === menuActive ? 'page' : undefined}>
          <Icon of={icons[href] ?? BookOpen} size={22} />
          {label}
        </a>
      ))}
      <a href="/user/recommend" aria-current={isForm ? 'page' : undefined}>
        <Icon of={PenLine} size={22} />
        推荐
      </a>
    </nav>
  )
}
