/**
 * Opens the system's share dialog for a path of the site. Returns false if the browser has none or refuses it; the
 * caller then has to offer another way of sharing.
 */
export async function shareAddress(title: string, path: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false
  try {
    await navigator.share({ title, url: location.origin + path })
    return true
  } catch (error) {
    // The user has closed the share dialog, so no other way of sharing is offered.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
