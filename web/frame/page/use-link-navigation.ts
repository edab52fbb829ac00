import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { markHydrated } from './mark-hydrated.ts'

/**
 * Handles clicks on plain links by client-side navigation. One shared listener costs long lists nothing, while one
 * `<Link>` per entry would double their rendering time. Links with `data-reload` load a new document.
 */
export function useLinkNavigation() {
  const navigate = useNavigate()
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      if (link === null || !isOurs(link) || needsNewDocument(link) || !isPlainClick(event)) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash, { preventScrollReset: preservesScroll(link) })
      // A link within the page moves the focus to its target, as browsers do.
      if (isWithinPage(link)) document.getElementById(decodeURIComponent(link.hash.slice(1)))?.focus()
    }
    document.addEventListener('click', handleClick)
    // The outermost component of the page calls this hook, so its effect runs after all other effects of the first
    // render, and the page is then hydrated.
    markHydrated(document.documentElement)
    return () => document.removeEventListener('click', handleClick)
  }, [navigate])
}

function isPlainClick({ button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return button === 0 && !defaultPrevented && !(metaKey || ctrlKey || shiftKey || altKey)
}

function isOurs(link: HTMLAnchorElement) {
  if (link.target || link.hasAttribute('download') || link.dataset['reload'] !== undefined) return false
  return link.origin === location.origin
}

/** A video's page must be loaded as a new document, because its content security policy differs. */
function needsNewDocument(link: HTMLAnchorElement) {
  return link.pathname.startsWith('/video/') && !isWithinPage(link)
}

function isWithinPage(link: HTMLAnchorElement) {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search
}

/**
 * Returns whether the page must not scroll after a click on a link, because the link opens another part of the same
 * page, such as the map.
 */
function preservesScroll(link: HTMLAnchorElement) {
  return link.pathname === location.pathname && link.closest('[data-keep-scroll]') !== null
}
