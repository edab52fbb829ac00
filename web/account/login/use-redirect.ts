import { useSyncExternalStore } from 'react'

/**
 * Returns the page to open after login, which the URL names as `redirect`. It is known in the browser only, because the
 * server renders the page once for all visitors.
 */
export function useRedirect(): string | null {
  return useSyncExternalStore(subscribe, readRedirect, () => null)
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
