import { useLocation, useNavigation } from 'react-router'

/**
 * Returns the query of the address that a navigation within this page leads to while that navigation loads, and null
 * otherwise. Links that add to or take from the query start from it: a quick second tap then builds on the first instead
 * of replacing it.
 */
export function usePendingSearch(): URLSearchParams | null {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  return next?.pathname === pathname ? new URLSearchParams(next.search) : null
}
