import type { ReactNode } from 'react'
import { useSite } from '../document.tsx'
import { Logo } from '../layout/logo.tsx'

/** The frame of login and register, which stand outside the shared layout. */
export function Standalone({ heading, children }: { heading: string; children: ReactNode }) {
  const { name, tagline } = useSite()
  return (
    <main className="standalone">
      <div className="standalone-card">
        <a className="standalone-logo" href="/">
          <Logo />
          <span className="header-name">{name}</span>
          <span className="header-tagline">{tagline}</span>
        </a>
        <h1>{heading}</h1>
        {children}
        <noscript>
          <p className="form-message">登录和注册需要打开 JavaScript；浏览不需要。</p>
        </noscript>
      </div>
    </main>
  )
}
