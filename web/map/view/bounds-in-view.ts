import type { Map as MapLibre } from 'maplibre-gl'
import type { Bounds } from '#shared/api/place/mark.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'

/**
 * Zoom of the map below which the corners of the window lie outside the globe, so that the visible part of the globe is
 * round.
 */
const cornersZoom = 3.5
/** Angle in degrees between the centre of the globe's visible side and its edge. */
const cap = { lng: 70, lat: 55 }

/**
 * Returns the bounds of the visible part of the map as west, south, east, north. West is greater than east if the view
 * crosses the antimeridian.
 */
export function boundsInView(map: MapLibre): Bounds {
  const { lng, lat } = map.getCenter()
  if (map.getProjection()?.type !== 'mercator' && map.getZoom() < cornersZoom)
    return [wrap(lng - cap.lng), Math.max(-90, lat - cap.lat), wrap(lng + cap.lng), Math.min(90, lat + cap.lat)]
  const { fromMap } = useView.getState().datum
  const bounds = map.getBounds()
  const [west, south] = fromMap(bounds.getSouthWest().toArray())
  const [east, north] = fromMap(bounds.getNorthEast().toArray())
  if (east - west >= 360) return [-180, clamp(south), 180, clamp(north)]
  return [wrap(west), clamp(south), wrap(east), clamp(north)]
}

function wrap(lng: number) {
  return ((((lng + 180) % 360) + 360) % 360) - 180
}

function clamp(lat: number) {
  return Math.min(90, Math.max(-90, lat))
}
