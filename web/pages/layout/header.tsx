import { PenLine } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense } from 'react'
import { HeaderSearch } from '#web/search/header-search.tsx'
import { isLoggedIn, useSession } from '#web/frame/session/session-store.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { Logo } from '#web/frame/page/logo.tsx'
import { useMenu } from './menu.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import '../../ui/styles/header.css'

/**
 * The account menu is loaded once a user is logged in. If it cannot be loaded, a link to the user centre replaces it.
 */
const AccountMenu = lazyComponent(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  () => (
    <a className="header-login" href="/user/userInfo">
      我的
    </a>
  ),
)

export function Header() {
  return (
    <header className="header">
      <div className="header-inner">
        <Logo />
        <Menu />
        <HeaderSearch />
        <div className="header-end">
          <a className="header-recommend" href="/user/recommend">
            <Icon of={PenLine} size={16} />
            我要推荐好书
          </a>
          <ThemeSwitch />
          <Account />
        </div>
      </div>
    </header>
  )
}

function Menu() {
  const { entries, menuActive } = useMenu()
  return (
    <nav className="header-menu" aria-label="主菜单">
      {entries.map(({ href, label }) => (
        <a key={href} href={href} aria-current={href === menuActive ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}

/**
 * Login link or account menu; an empty avatar stands for the menu until it is loaded, and for both while a session is
 * not checked. All have the same size, so that the layout does not shift.
 */
function Account() {
  const loggedIn = useSession(isLoggedIn)
  return (
    <div className="header-account">
      {loggedIn ? (
        <Suspense fallback={<EmptyAvatar />}>
          <AccountMenu />
        </Suspense>
      ) : (
        <>
          <EmptyAvatar className="header-unchecked" />
          <a className="header-login" href="/user/login">
            登录 / 注册
          </a>
        </>
      )}
    </div>
  )
}

function EmptyAvatar({ className = '' }: { className?: string }) {
  return <a className={`header-avatar ${className}`} href="/user/userInfo" aria-label="我的" />
}
