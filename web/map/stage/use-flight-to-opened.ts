import { useEffect } from 'react'
import { markKey, useView } from '#web/frame/globe/state/view-store.ts'
import type { MapData } from '#web/map/state/load-map.ts'

/**
 * Minimum zoom level after a flight to a mark or place, so that the user sees where in its country the mark or place
 * lies. The relief of the site's own basemap is sharp up to this zoom.
 */
const nearZoom = 4

/** React hook that flies the map to the opened mark, or to the opened place if no mark is opened. */
export function useFlightToOpened({ opened, place }: MapData) {
  const camera = useView((state) => state.camera)
  const key = opened ? markKey(opened) : (place?.id ?? null)
  const [lng, lat] = opened?.geometry.coordinates ?? place?.center ?? []
  useEffect(() => {
    if (camera === null || key === null || lng === undefined || lat === undefined) return
    void camera.fly({ center: [lng, lat], zoom: Math.max(nearZoom, camera.zoom()) })
  }, [camera, key, lng, lat])
}
