import type { ReactNode } from 'react'
import { Logo } from '#web/frame/page/logo.tsx'
import './standalone.css'

/** Layout of the login, register and reset pages, which have no header and footer. */
export function Standalone({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <main className="standalone">
      <div className="standalone-card">
        <Logo />
        <h1>{heading}</h1>
        {children}
        <noscript>
          <p className="form-message">登录和注册需要打开 JavaScript；浏览不需要。</p>
        </noscript>
      </div>
    </main>
  )
}
