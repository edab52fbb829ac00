/**
 * Returns whether the page was opened on `localhost`, as developers do. The API contract exempts that host from the
 * redirect to the login page. Call this function in the browser only.
 */
export function isLocalhost(): boolean {
  return location.hostname === 'localhost'
}
