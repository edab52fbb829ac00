import { geoGraticule10, geoOrthographic, geoPath } from 'd3-geo'
import { land } from './land.ts'

export interface GlobeMark {
  lng: number
  lat: number
  /** The number of books and videos that the dot stands for; the area of the dot grows with it. */
  weight: number
}

interface GlobeOptions {
  center: [lng: number, lat: number]
  marks: GlobeMark[]
  /** Points between which arcs are drawn in this order, as the shortest lines on the sphere. */
  line?: { lng: number; lat: number }[]
  /** Whether the dots are drawn larger, for a globe that is displayed small. */
  isSmall?: boolean
}

const size = 560
const radius = 272

/** Draws the globe seen from above `center` as a complete SVG, with a dot for each mark on the near side. */
export function drawGlobe({ center: [lng, lat], marks, line = [], isSmall = false }: GlobeOptions): string {
  const projection = geoOrthographic()
    .scale(radius)
    .translate([size / 2, size / 2])
    .rotate([-lng, -lat])
    .clipAngle(90)
    .precision(0.6)
  const path = geoPath(projection).digits(1)
  const dots = marks.flatMap((mark) =>
    drawDot(projection([mark.lng, mark.lat]), isVisible(mark, lng, lat), mark.weight, isSmall),
  )
  const circle = `cx="${size / 2}" cy="${size / 2}" r="${radius}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">
<defs><radialGradient id="sea" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#e4edf0"/><stop offset=".62" stop-color="#c3d7df"/><stop offset="1" stop-color="#8fb0be"/></radialGradient>
<radialGradient id="shade" cx=".36" cy=".3" r=".8"><stop offset=".55" stop-color="#1f1a17" stop-opacity="0"/><stop offset="1" stop-color="#1f1a17" stop-opacity=".34"/></radialGradient></defs>
<circle ${circle} fill="url(#sea)"/>
<path d="${path(geoGraticule10())}" fill="none" stroke="#2f6f93" stroke-opacity=".18" stroke-width=".7"/>
<path d="${path(land)}" fill="#f3ead8" stroke="#a8916c" stroke-width=".9" stroke-linejoin="round"/>
<circle ${circle} fill="url(#shade)"/>
${drawLine(line, path)}<g fill="#fa8c16" stroke="#7a3d00" stroke-width=".8" fill-opacity=".9">${dots.join('')}</g>
</svg>`
}

function drawLine(points: { lng: number; lat: number }[], path: ReturnType<typeof geoPath>): string {
  if (points.length < 2) return ''
  const arcs = path({ type: 'LineString', coordinates: points.map(({ lng, lat }) => [lng, lat]) }) ?? ''
  return `<path d="${arcs}" fill="none" stroke="#a8321f" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".85"/>`
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
