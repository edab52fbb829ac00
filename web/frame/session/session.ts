import { goToLogin, navigateTo, standalonePaths } from './login-navigation.ts'
import { type Api, createClient } from '#shared/contract/client.ts'
import type { LoginStatus } from '#shared/api/account/auth.ts'
import type { LoggedIn, User } from '#shared/api/account/user.ts'
import { overHttp } from './http-transport.ts'
import { isLocalhost } from './is-localhost.ts'
import { noUser, emptyLists, useSession } from './session-store.ts'
import { readToken, removeToken, storeToken } from './token.ts'

/** The API client of the browser, for calls after hydration. Its functions reject with a `Failure`. */
export const api: Api = createClient(overHttp)

/**
 * Asks the server which user is logged in. Layouts call this function when they mount, so login and register pages,
 * which have no layout, never do. With `staysHere`, a failed check does not redirect to the login page.
 */
export async function checkLoginStatus({ staysHere = false } = {}) {
  const token = readToken()
  // If the session token changed while the login check ran, its answer is ignored, because it is about another session.
  const isCurrent = () => readToken() === token
  try {
    const status = await api.auth.loginStatus()
    if (!isCurrent()) return
    if (status.id !== undefined) rememberUser({ ...status, id: status.id })
    else await endRejectedSession(token)
  } catch {
    // The session token stays after a network failure, so that a flaky connection does not log anyone out.
    if (token !== null && isCurrent() && !staysHere) await goToLogin()
  } finally {
    useSession.setState({ isChecked: true })
    delete document.documentElement.dataset['login']
  }
}

function rememberUser({ id, name = '', email = null, phoneNumber = null, rated = [] }: LoginStatus & { id: string }) {
  // If the same user is still logged in, their known data stays during the check, so that an open admin page is not
  // unmounted.
  useSession.setState(({ userInfo }) => ({
    ...(userInfo.id === id ? {} : emptyLists),
    userInfo: { ...(userInfo.id === id ? userInfo : noUser), id, name, email, phoneNumber },
    rated,
  }))
  // The user's avatar and roles come from a second API call. The user counts as logged in even if that call fails.
  void api.user.show().then(
    ({ profile, roles }) =>
      useSession.setState(({ userInfo }) =>
        userInfo.id === id ? { userInfo: { ...userInfo, profile, roles }, hasRoles: true } : {},
      ),
    () => useSession.setState({ hasRoles: true }),
  )
}

/**
 * Removes a session token that the server no longer accepts, and opens the login page. Visitors without a token and
 * developers on localhost stay on their page.
 */
async function endRejectedSession(token: string | null) {
  removeToken()
  useSession.setState({ userInfo: noUser, ...emptyLists })
  if (token !== null && !isLocalhost()) await goToLogin()
}

/** Stores a new session and opens the page to which the user wanted to go before the login. */
export async function startSession({ token, user }: LoggedIn, redirect: string, options?: { state: unknown }) {
  storeToken(token)
  useSession.setState({ userInfo: { ...noUser, ...accountOf(user) }, ...emptyLists, hasRoles: true })
  await navigateTo(redirect, options)
}

/** Updates the displayed user after a change of their profile or login data. */
export function updateUser(user: User) {
  useSession.setState(({ userInfo }) =>
    userInfo.id === user.id ? { userInfo: { ...userInfo, ...accountOf(user) } } : {},
  )
}

function accountOf({ id, name, email, phoneNumber, profile, roles }: User) {
  return { id, name, email, phoneNumber, profile, roles }
}

export async function logOut() {
  // The session in this browser ends at once, even if the call that ends it on the server fails.
  void api.auth.logout().catch(() => undefined)
  removeToken()
  useSession.setState({ userInfo: noUser, ...emptyLists })
  await navigateTo('/')
}

/** Returns a safe redirect target after login: a path of this site, or the home page. */
export function safeRedirect(redirect: string | null): string {
  if (redirect === null) return '/'
  try {
    const url = new URL(redirect, location.origin)
    const path = url.pathname.toLowerCase().replace(/\/+$/, '')
    // A redirect path that starts with two slashes is refused, because it would name another host.
    const isOurs = url.origin === location.origin && redirect.startsWith('/') && !url.pathname.startsWith('//')
    return isOurs && !standalonePaths.includes(path) ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
