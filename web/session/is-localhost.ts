/**
 * Tells whether the page was opened on `localhost`, as a developer does. The contract of the login status exempts that
 * host from the redirect to the login page. Call it in the browser only.
 */
export function isLocalhost(): boolean {
  return location.hostname === 'localhost'
}
