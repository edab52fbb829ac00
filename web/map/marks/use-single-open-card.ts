import { useEffect, useEffectEvent } from 'react'
import { useView } from '#web/frame/globe/state/view-store.ts'

/**
 * Closes the opened mark when a route is opened, and the route when a mark is opened. Returns the id of the opened
 * route.
 */
export function useSingleOpenCard(openedKey: string | null, closeMark: () => void): string | null {
  const openedRouteId = useView((state) => state.openedRouteId)
  const handleRoute = useEffectEvent(() => openedKey !== null && closeMark())
  useEffect(() => {
    if (openedRouteId !== null) handleRoute()
  }, [openedRouteId])
  useEffect(() => {
    if (openedKey !== null) useView.setState({ openedRouteId: null })
  }, [openedKey])
  useEffect(() => () => useView.setState({ openedRouteId: null }), [])
  return openedRouteId
}
