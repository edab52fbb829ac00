import type { MapProvider } from '#shared/api/site.ts'
import { type Datum, identityDatum, type Point } from '#web/frame/globe/state/map-datum.ts'

/**
 * Loads the functions that convert to and from a map provider's coordinates. The gcoord library is fetched only for a
 * map in GCJ-02.
 */
export async function loadDatum(provider: Pick<MapProvider, 'crs'> | null): Promise<Datum> {
  if (provider?.crs !== 'gcj02') return identityDatum
  const { default: gcoord } = await import('gcoord')
  return {
    toMap: (point) => gcoord.transform(point, gcoord.WGS84, gcoord.GCJ02),
    fromMap: (point) => gcoord.transform(point, gcoord.GCJ02, gcoord.WGS84),
  }
}

/**
 * Returns the offset of a map provider's map around a WGS-84 point, in pixels to the right and down at the given zoom.
 */
export function shiftInPixels({ toMap }: Datum, [lng, lat]: Point, zoom: number): [x: number, y: number] {
  const [shownLng, shownLat] = toMap([lng, lat])
  const worldSize = 512 * 2 ** zoom
  return [((shownLng - lng) / 360) * worldSize, (mercatorY(shownLat) - mercatorY(lat)) * worldSize]
}

/** Returns the Mercator y coordinate of a latitude, from 0 in the north to 1 in the south. */
function mercatorY(lat: number) {
  return 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)
}
