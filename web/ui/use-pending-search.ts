import { useLocation, useNavigation } from 'react-router'

/**
 * Returns the query string of the URL that a navigation within this page is loading, and null otherwise. Links that add
 * to or remove from the query start from this value, so that a quick second tap builds on the first one instead of
 * replacing it.
 */
export function usePendingSearch(): URLSearchParams | null {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  return next?.pathname === pathname ? new URLSearchParams(next.search) : null
}
