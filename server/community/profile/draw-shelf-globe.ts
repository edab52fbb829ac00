import { geoOrthographic } from 'd3-geo'
import type { ShelfState } from '#shared/api/book/shelf.ts'
import { meanPosition } from '#shared/enclosing-center.ts'
import { defaultCenter, frameGlobe, globeRadius, globeSize } from '#server/engines/globe/globe-frame.ts'
import { coarseLand } from '#server/engines/globe/land.ts'
import { placeLabels } from '#server/engines/globe/place-labels.ts'
import type { MapPlace } from './summarize-map.ts'

/**
 * The colours of dots and of the legend; a want-to-read place is a ring, so that the shelf states can also be told
 * apart without colours.
 */
const stateColors: Record<ShelfState, { fill: string; stroke: string }> = {
  read: { fill: '#fa8c16', stroke: '#7a3d00' },
  reading: { fill: '#2f6f93', stroke: '#173d52' },
  want: { fill: '#fffdf9', stroke: '#7a3d00' },
}

/** Whether the globe has the names of places; they are texts that the viewer needs fonts for. */
export type GlobeLabels = 'named' | 'unnamed'

/**
 * Draws the globe with a dot for each place on its near side as a complete SVG. The globe is turned to where most of
 * the books are. The names of the eight places with the most books are written where they fit, unless the globe is
 * `unnamed`.
 */
export function drawShelfGlobe(places: MapPlace[], labels: GlobeLabels): string {
  const { lng, lat } = centerOf(places)
  const projection = geoOrthographic()
    .scale(globeRadius)
    .translate([globeSize / 2, globeSize / 2])
    .rotate([-lng, -lat])
  const seen = places.flatMap((place) => {
    const [x, y] = (isNear(place, { lng, lat }) && projection([place.lng, place.lat])) || []
    return x === undefined || y === undefined ? [] : [{ ...place, x, y }]
  })
  const dots = seen.toReversed().map(({ x, y, countBooks, state }) => {
    const { fill, stroke } = stateColors[state]
    const r = Math.min(13, 4 + Math.sqrt(countBooks) * 1.6)
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${fill}" stroke="${stroke}"/>`
  })
  const names =
    labels === 'named'
      ? placeLabels(
          seen.slice(0, 8).map((place) => ({ ...place, size: 19 })),
          isInDisc,
        )
      : ''
  return frameGlobe(
    { center: [lng, lat], land: coarseLand() },
    `<g stroke-width="1.4" fill-opacity=".92">${dots.join('')}</g>
<g font-family="'PingFang SC','Noto Sans SC','Source Han Sans SC','Microsoft YaHei',sans-serif" fill="#1f1a17" stroke="#fffdf9" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${names}</g>`,
  )
}

/**
 * Returns the point above which the globe is seen: the mean position of the 60 places with the most books or, if these
 * are spread evenly over the whole globe, the place with the most books.
 */
function centerOf(places: MapPlace[]): { lng: number; lat: number } {
  return meanPosition(places.slice(0, 60)) ?? places[0] ?? defaultCenter
}

interface Point {
  lng: number
  lat: number
}

/** Returns whether a point is so far inside the visible half of the globe that its dot does not cross the edge. */
function isNear(a: Point, b: Point): boolean {
  const rad = Math.PI / 180
  const cosine =
    Math.sin(a.lat * rad) * Math.sin(b.lat * rad) +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.cos((a.lng - b.lng) * rad)
  return cosine > 0.1
}

function isInDisc({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): boolean {
  const middle = globeSize / 2
  return [left, right].every((x) => [top, bottom].every((y) => Math.hypot(x - middle, y - middle) < globeRadius - 4))
}
