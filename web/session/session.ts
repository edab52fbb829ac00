import { goToLogin, navigateTo, standalonePaths } from './login-navigation.ts'
import { type Api, createClient } from '#shared/contract/client.ts'
import type { LoginStatus } from '#shared/api/account/auth.ts'
import type { LoggedIn, User } from '#shared/api/account/user.ts'
import { overHttp } from './http-transport.ts'
import { isLocalhost } from './is-localhost.ts'
import { nobody, nothingOwn, useSession } from './session-store.ts'
import { readToken, removeToken, storeToken } from './token.ts'

/** The client for whatever the page does after it came alive; it rejects with a `Failure`. */
export const api: Api = createClient(overHttp)

/** Asks who is logged in. Runs when a layout appears, so never on login and register. A page that works without an answer stays. */
export async function checkLoginStatus({ staysHere = false } = {}) {
  const held = readToken()
  // Whoever logged in or out meanwhile is right, and this answer is about somebody else.
  const isCurrent = () => readToken() === held
  try {
    const status = await api.auth.loginStatus()
    if (!isCurrent()) return
    if (status.id !== undefined) rememberUser({ ...status, id: status.id })
    else await forgetSession(held)
  } catch {
    // A flaky network must not log anyone out: the token stays.
    if (held !== null && isCurrent() && !staysHere) await goToLogin()
  } finally {
    useSession.setState({ isChecked: true })
  }
}

function rememberUser({ id, name = '', email = null, phoneNumber = null, rated = [] }: LoginStatus & { id: string }) {
  // What is known of the same reader stays meanwhile: a page for editors must not go away under their hands.
  useSession.setState(({ userInfo }) => ({
    ...(userInfo.id === id ? {} : nothingOwn),
    userInfo: { ...(userInfo.id === id ? userInfo : nobody), id, name, email, phoneNumber },
    rated,
  }))
  // Avatar and roles come with another call; without them the reader is logged in all the same.
  void api.user.show().then(
    ({ profile, roles }) =>
      useSession.setState(({ userInfo }) =>
        userInfo.id === id ? { userInfo: { ...userInfo, profile, roles }, hasRoles: true } : {},
      ),
    () => useSession.setState({ hasRoles: true }),
  )
}

/** Removes a token that the server no longer accepts. Visitors without a token and developers on localhost stay on their page. */
async function forgetSession(held: string | null) {
  removeToken()
  useSession.setState({ userInfo: nobody, ...nothingOwn })
  if (held !== null && !isLocalhost()) await goToLogin()
}

/** Takes up a fresh session and goes on to where the reader wanted to be. */
export async function enter({ token, user }: LoggedIn, redirect: string) {
  storeToken(token)
  useSession.setState({ userInfo: { ...nobody, ...accountOf(user) }, ...nothingOwn, hasRoles: true })
  await navigateTo(redirect)
}

/** The reader changed something of his account: the header shows it at once. */
export function rememberChange(user: User) {
  useSession.setState(({ userInfo }) =>
    userInfo.id === user.id ? { userInfo: { ...userInfo, ...accountOf(user) } } : {},
  )
}

function accountOf({ id, name, email, phoneNumber, profile, roles }: User) {
  return { id, name, email, phoneNumber, profile, roles }
}

export async function logOut() {
  // The server's session ends if it can; the reader is logged out here in any case, and at once.
  void api.auth.logout().catch(() => undefined)
  removeToken()
  useSession.setState({ userInfo: nobody, ...nothingOwn })
  await navigateTo('/')
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
