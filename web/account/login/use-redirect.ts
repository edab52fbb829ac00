import { useSyncExternalStore } from 'react'

/** Where to go after login, from the address. Known in the browser only: the page is rendered once for all who come. */
export function useRedirect(): string | null {
  return useSyncExternalStore(subscribe, readRedirect, () => null)
}

function subscribe() {
  return () => undefined
}

function readRedirect() {
  return new URLSearchParams(location.search).get('redirect')
}

/** The way to another form, which leads on to the same place. */
export function withRedirect(path: string, redirect: string | null): string {
  return redirect === null ? path : `${path}?redirect=${encodeURIComponent(redirect)}`
}
