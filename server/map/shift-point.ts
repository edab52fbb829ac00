import gcoord from 'gcoord'
import type { MapProvider } from '#shared/api/site.ts'

type Point = [lng: number, lat: number]
/** Of `site.map.provider`, if there is one. */
type Crs = MapProvider['crs'] | undefined

/** In degrees, farther than any point is ever shifted: how much wider than its tile one has to look for what lands on it. */
export const shiftReach = 0.02

/** Where a place, kept as WGS-84, lies on the provider's map. */
export function shiftPoint(point: Point, crs: Crs): Point {
  return crs === 'gcj02' ? gcoord.transform(point, gcoord.WGS84, gcoord.GCJ02) : point
}

/** The place that lies at this point of the provider's map. */
export function unshiftPoint(point: Point, crs: Crs): Point {
  return crs === 'gcj02' ? gcoord.transform(point, gcoord.GCJ02, gcoord.WGS84) : point
}
