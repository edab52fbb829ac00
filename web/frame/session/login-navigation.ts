import type { DataRouter } from 'react-router'
import { noUser, emptyLists, useSession } from './session-store.ts'
import { readToken, removeToken } from './token.ts'

/** Pages for visitors only, which never redirect to the login page. */
export const standalonePaths = ['/user/login', '/user/register', '/user/reset']
let router: Pick<DataRouter, 'navigate' | 'state'> | undefined

/** Sets the router that is used to open other pages at login and logout. */
export function connectNavigation(connected: Pick<DataRouter, 'navigate' | 'state'>) {
  router = connected
}

/** Navigates to another page of the site. Does nothing before the router has started. */
export async function navigateTo(path: string, options?: { state: unknown }) {
  await router?.navigate(path, options)
}

/**
 * Ends the session in this browser after the server answered a call with 401 or 403. If the browser has a newer session
 * token than that of the call, the session stays.
 */
export async function endRefusedSession(notice: string, sentToken: string | null) {
  if (standalonePaths.includes(location.pathname) || readToken() !== sentToken) return
  removeToken()
  useSession.setState({ userInfo: noUser, ...emptyLists })
  await goToLogin(notice)
}

/** Opens the login page. After the login the user returns to the present page. */
export async function goToLogin(notice?: string) {
  if (standalonePaths.includes(location.pathname)) return
  const back = location.pathname + location.search + location.hash
  await navigateTo(`/user/login?redirect=${encodeURIComponent(back)}`, { state: { notice } })
}
