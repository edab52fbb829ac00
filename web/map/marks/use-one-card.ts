import { useEffect, useEffectEvent } from 'react'
import { useView } from '#web/map/state/view-store.ts'

/** An opened mark and an opened route have one place on the stage: the one opened last has it. Returns the route's id. */
export function useOneCard(openedKey: string | null, closeMark: () => void): string | null {
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
