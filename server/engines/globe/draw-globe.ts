import { geoOrthographic, geoPath } from 'd3-geo'
import { frameGlobe, globeRadius, globeSize } from './globe-frame.ts'
import { coarseLand } from './land.ts'

export interface GlobeMark {
  lng: number
  lat: number
  /** The number of books and videos that the dot stands for; the area of the dot grows with it. */
  weight: number
}

interface GlobeOptions {
  center: [lng: number, lat: number]
  marks: GlobeMark[]
  /**
   * The points of a line in their order. Between successive points, the line is drawn as the shortest arc on the
   * sphere.
   */
  line?: { lng: number; lat: number }[]
  /** Whether the dots are drawn larger, for a globe that is displayed small. */
  isSmall?: boolean
  /**
   * Whether the picture is displayed at half its size, so that a decimal place of its coordinates would be invisible.
   */
  isHalved?: boolean
}

/** Marks points on a picture of the globe with equal dots. */
export function markAll(points: { lng: number; lat: number }[]): GlobeMark[] {
  return points.map(({ lng, lat }) => ({ lng, lat, weight: 1 }))
}

/** Draws the globe seen from above `center` as a complete SVG, with a dot for each mark on the near side. */
export function drawGlobe({
  center: [lng, lat],
  marks,
  line = [],
  isSmall = false,
  isHalved = false,
}: GlobeOptions): string {
  const projection = geoOrthographic()
    .scale(globeRadius)
    .translate([globeSize / 2, globeSize / 2])
    .rotate([-lng, -lat])
    .clipAngle(90)
    .precision(0.6)
  const digits = isHalved ? 0 : 1
  const path = geoPath(projection).digits(digits)
  const dots = marks.flatMap((mark) =>
    drawDot(projection([mark.lng, mark.lat]), isVisible(mark, lng, lat), mark.weight, isSmall),
  )
  const drawn = `${drawLine(line, path)}<g fill="#fa8c16" stroke="#7a3d00" stroke-width=".8" fill-opacity=".9">${dots.join('')}</g>`
  return frameGlobe({ center: [lng, lat], land: coarseLand(), digits }, drawn)
}

function drawLine(points: { lng: number; lat: number }[], path: ReturnType<typeof geoPath>): string {
  if (points.length < 2) return ''
  const arcs = path({ type: 'LineString', coordinates: points.map(({ lng, lat }) => [lng, lat]) }) ?? ''
  return `<path class="way" d="${arcs}" fill="none" stroke="#a8321f" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".85"/>`
}

function drawDot(point: [number, number] | null, visible: boolean, weight: number, isSmall: boolean): string[] {
  if (point === null || !visible) return []
  const r = Math.min(11, (isSmall ? 7 : 2.2) + Math.sqrt(weight) * 1.1)
  return [`<circle cx="${point[0].toFixed(1)}" cy="${point[1].toFixed(1)}" r="${r.toFixed(1)}"/>`]
}

/**
 * Returns true if a point lies on the visible half of the globe. A margin at the rim is excluded, because dots would
 * extend beyond the edge.
 */
function isVisible({ lng, lat }: GlobeMark, centerLng: number, centerLat: number) {
  const rad = Math.PI / 180
  const cosine =
    Math.sin(lat * rad) * Math.sin(centerLat * rad) +
    Math.cos(lat * rad) * Math.cos(centerLat * rad) * Math.cos((lng - centerLng) * rad)
  return cosine > 0.08
}
