import { useSyncExternalStore } from 'react'
import { safeRedirect } from '#web/frame/session/session.ts'

/**
 * Returns the page to open after login, which the URL names as `redirect`. It is known in the browser only, because the
 * server renders the page once for all visitors.
 */
export function useRedirect(): string | null {
  return useSyncExternalStore(subscribe, readRedirect, () => null)
}

/**
 * Returns the page that a new user sees first, and its state: the page that they wanted to open, or else their shelf
 * with a welcome.
 */
export function firstPage(redirect: string | null): [path: string, options?: { state: unknown }] {
  const path = safeRedirect(redirect)
  return path === '/' ? ['/user/userInfo#shelf', { state: { isNew: true } }] : [path]
}

function subscribe() {
  return () => undefined
}

function readRedirect() {
  return new URLSearchParams(location.search).get('redirect')
}

/** Returns the URL of a login or register form that opens the same page after login. */
export function withRedirect(path: string, redirect: string | null): string {
  return redirect === null ? path : `${path}?redirect=${encodeURIComponent(redirect)}`
}
