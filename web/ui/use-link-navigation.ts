import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Lets plain links navigate without loading the page anew. One listener for them all costs a long list nothing,
 * where a `<Link>` each would double its rendering time. `data-reload` marks links to what is no page.
 */
export function useLinkNavigation() {
  const navigate = useNavigate()
  useEffect(() => {
    const handleClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      if (link === null || !isOurs(link) || !isPlainClick(event)) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', handleClick)
    return () => document.removeEventListener('click', handleClick)
  }, [navigate])
}

function isPlainClick({ button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return button === 0 && !defaultPrevented && !(metaKey || ctrlKey || shiftKey || altKey)
}

function isOurs(link: HTMLAnchorElement) {
  if (link.target || link.hasAttribute('download') || link.dataset['reload'] !== undefined) return false
  const isWithinPage = link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  return link.origin === location.origin && !isWithinPage
}
