/** The hash in the address of the page while the end page is shown. */
const endHash = '#end'
/** Key under which the tab stores the path of the book whose end page it shows. */
const key = 'reader-end'

/**
 * Notes in the address of the page and in the tab that the end page is shown, so that it is shown again after a reload
 * or a login. Returns a function that removes both notes when the user goes back to the text.
 */
export function noteEndShown(): () => void {
  const { pathname, search } = location
  history.replaceState(history.state, '', pathname + search + endHash)
  store(pathname)
  return () => {
    // At a navigation to another page of the site, the address is already that of the other page.
    if (location.pathname !== pathname) return
    history.replaceState(history.state, '', pathname + search)
    store(null)
  }
}

/**
 * Returns whether the book must open on its end page. An address with the hash that was opened in another tab, or some
 * other day, opens the text; the hash is then removed.
 */
export function opensAtEnd(): boolean {
  if (location.hash !== endHash) return false
  if (stored() === location.pathname) return true
  history.replaceState(history.state, '', location.pathname + location.search)
  return false
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function store(path: string | null) {
  try {
    if (path === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, path)
  } catch {
    // If the browser refuses storage, a reload opens the text instead of the end page.
  }
}
