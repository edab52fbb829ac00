import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { markHydrated } from './mark-hydrated.ts'

/**
 * Lets plain links navigate without loading the page anew. One listener for them all costs a long list nothing,
 * where a `<Link>` each would double its rendering time. `data-reload` marks links to what is no page.
 */
export function useLinkNavigation() {
  const navigate = useNavigate()
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      if (link === null || !isOurs(link) || isApart(link) || !isPlainClick(event)) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash, { preventScrollReset: keepsScroll(link) })
      // As the browser does for links within a page: reading and the keyboard go on from there.
      if (isWithinPage(link)) document.getElementById(decodeURIComponent(link.hash.slice(1)))?.focus()
    }
    document.addEventListener('click', handleClick)
    // This effect belongs to the outermost component, so it runs after all others of the first rendering.
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

/** A video's page is a document of its own, with a policy of its own. */
function isApart(link: HTMLAnchorElement) {
  return link.pathname.startsWith('/video/') && !isWithinPage(link)
}

function isWithinPage(link: HTMLAnchorElement) {
  return link.hash !== '' && link.pathname === location.pathname && link.search === location.search
}

/** Where links open parts of one page, such as the map's, the page stays where it is. */
function keepsScroll(link: HTMLAnchorElement) {
  return link.pathname === location.pathname && link.closest('[data-keep-scroll]') !== null
}
