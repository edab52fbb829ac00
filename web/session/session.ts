import type { DataRouter } from 'react-router'
import { type Api, createClient } from '#shared/api/client.ts'
import type { LoggedIn } from '#shared/api/user.ts'
import { overHttp } from './http-transport.ts'
import { nobody, useSession } from './session-store.ts'
import { readToken, removeToken, storeToken } from './token.ts'

/** The client for whatever the page does after it came alive; it rejects with a `Failure`. */
export const api: Api = createClient(overHttp)

const standalonePaths = ['/user/login', '/user/register']
let router: Pick<DataRouter, 'navigate' | 'state'> | undefined

export function connectNavigation(connected: Pick<DataRouter, 'navigate' | 'state'>) {
  router = connected
}

/** Asks who is logged in. Runs when the shared layout appears, so never on login and register. */
export async function checkLoginStatus() {
  const held = readToken()
  try {
    const status = await api.auth.loginStatus()
    if (status.id !== undefined) await rememberUser(status.rated ?? [])
    else await forgetSession(held)
  } catch {
    // A flaky network must not log anyone out: the token stays.
    if (held !== null) await goToLogin()
  } finally {
    useSession.setState({ isChecked: true })
  }
}

async function rememberUser(rated: ReturnType<typeof useSession.getState>['rated']) {
  const { id, name, email, phoneNumber, profile, roles } = await api.user.show()
  useSession.setState({ userInfo: { id, name, email, phoneNumber, profile, roles }, rated })
}

/** The token is no longer good. Without one nobody is sent anywhere, and a developer on localhost stays where he is. */
async function forgetSession(held: string | null) {
  removeToken()
  useSession.setState({ userInfo: nobody, rated: [] })
  if (held !== null && location.hostname !== 'localhost') await goToLogin()
}

/** A call was refused with 401 or 403. */
export async function refuse(notice: string) {
  if (standalonePaths.includes(location.pathname)) return
  removeToken()
  useSession.setState({ userInfo: nobody, rated: [] })
  await goToLogin(notice)
}

async function goToLogin(notice?: string) {
  if (standalonePaths.includes(location.pathname)) return
  const back = location.pathname + location.search + location.hash
  await router?.navigate(`/user/login?redirect=${encodeURIComponent(back)}`, { state: { notice } })
}

/** Takes up a fresh session and goes on to where the reader wanted to be. */
export async function enter({ token, user }: LoggedIn, redirect: string) {
  storeToken(token)
  const { id, name, email, phoneNumber, profile, roles } = user
  useSession.setState({ userInfo: { id, name, email, phoneNumber, profile, roles }, rated: [] })
  await router?.navigate(redirect)
}

export async function logOut() {
  // The server's session ends if it can; the reader is logged out here in any case.
  await api.auth.logout().catch(() => undefined)
  removeToken()
  useSession.setState({ userInfo: nobody, rated: [] })
  await router?.navigate('/')
}

/** Where to go after login: a path of this site, or the home page. */
export function safeRedirect(redirect: string | null): string {
  if (redirect === null) return '/'
  try {
    const url = new URL(redirect, location.origin)
    const path = url.pathname.toLowerCase().replace(/\/+$/, '')
    // A path of two slashes would name a host.
    const isOurs = url.origin === location.origin && redirect.startsWith('/') && !url.pathname.startsWith('//')
    return isOurs && !standalonePaths.includes(path) ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
