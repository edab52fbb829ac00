import { useEffect } from 'react'
import { markKey, useView } from '#web/map/state/view-store.ts'
import type { MapData } from '#web/map/state/load-map.ts'

/** Near enough to see where in the country something is. */
const nearZoom = 5

/** What is opened is gone to: the mark, else the place. */
export function useFlightToOpened({ opened, place }: MapData) {
  const camera = useView((state) => state.camera)
  const key = opened ? markKey(opened) : (place?.id ?? null)
  const [lng, lat] = opened?.geometry.coordinates ?? place?.center ?? []
  useEffect(() => {
    if (camera === null || key === null || lng === undefined || lat === undefined) return
    void camera.fly({ center: [lng, lat], zoom: Math.max(nearZoom, camera.zoom()) })
  }, [camera, key, lng, lat])
}
