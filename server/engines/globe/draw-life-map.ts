import { geoDistance, geoInterpolate, geoOrthographic, geoPath, type GeoProjection } from 'd3-geo'
import { enclosingCenter } from '#shared/enclosing-center.ts'
import { defaultCenter, frameGlobe, globeRadius, globeSize } from './globe-frame.ts'
import { coarseLand, detailedLand } from './land.ts'
import { type LabelBox, placeLabels } from './place-labels.ts'

export interface NamedSpot {
  name: string
  lng: number
  lat: number
}

interface Life {
  /** The places of a life in the order in which the person was there; a place may occur several times. */
  life: NamedSpot[]
  /** The places of the person's books. */
  works: NamedSpot[]
  /** Whether the map is displayed so small that names could not be read. */
  isSmall?: boolean
  /** How many times larger than the whole globe the map may be; a single place is drawn at `lifeScale`. */
  maxScale?: number
}

/** The largest scale of a map of a life, which shows at least the coasts around it. */
const lifeScale = 7
/** The largest scale of a map of a tour: its stops are apart, even if all are in one valley. */
export const tourScale = 60
/** The scale from which the coast is drawn in detail. */
const detailedScale = 2

/**
 * Draws the part of the globe in which a person lived as a complete SVG. A line with arrows joins the places of the
 * life, rings mark the places of the books, and names are drawn where they do not overlap. All places of the life are
 * shown; places of books outside this part of the globe are left out.
 */
export function drawLifeMap({ life, works, isSmall = false, maxScale = lifeScale }: Life): string {
  const fitted = new Set(life.map(({ name }) => name)).size > 1 ? life : [...life, ...works]
  const { lng, lat } = enclosingCenter(fitted) ?? defaultCenter
  const center: [number, number] = [lng, lat]
  const scale = scaleFor(center, fitted, maxScale)
  const projection = geoOrthographic()
    .scale(globeRadius * scale)
    .translate([globeSize / 2, globeSize / 2])
    .rotate([-center[0], -center[1]])
    // Everything outside of the round picture is cut off.
    .clipAngle(scale === 1 ? 90 : (Math.asin(1 / scale) * 180) / Math.PI)
    .precision(0.4)
  const path = geoPath(projection).digits(1)
  const stations = locate(projection, life)
  const others = locate(projection, works).filter(({ name }) => !stations.some((station) => station.name === name))
  const named = [
    ...stations.map((spot) => ({ ...spot, size: 22 })),
    ...others.slice(0, 8).map((spot) => ({ ...spot, size: 18 })),
  ]
  const labels = placeLabels(isSmall ? [] : named, isInDisc)
  const way = path({ type: 'LineString', coordinates: life.map(({ lng, lat }) => [lng, lat]) }) ?? ''
  return frameGlobe(
    { center, scale, land: scale < detailedScale ? coarseLand() : detailedLand() },
    `<path class="way" d="${way}" fill="none" stroke="#7a3d00" stroke-width="${isSmall ? 6 : 2.4}" stroke-opacity=".75" stroke-linejoin="round"/>
<g class="arrow" fill="#7a3d00">${drawArrows(projection, life)}</g>
<g fill="#fffdf9" stroke="#2f6f93" stroke-width="2.6">${others.map(({ x, y }) => circle(x, y, 5)).join('')}</g>
<g fill="#fa8c16" stroke="#7a3d00" stroke-width="1.6">${stations.map(({ x, y }) => circle(x, y, isSmall ? 14 : 8)).join('')}</g>
<g font-family="'PingFang SC','Noto Sans SC','Source Han Sans SC','Microsoft YaHei',sans-serif" fill="#1f1a17" stroke="#fffdf9" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${labels}</g>`,
  )
}

/** Returns the scale at which all given places lie within four fifths of the picture around its centre. */
function scaleFor(center: [number, number], spots: NamedSpot[], maxScale: number): number {
  const farthest = Math.max(0, ...spots.map(({ lng, lat }) => geoDistance(center, [lng, lat])))
  if (farthest >= Math.PI / 3) return 1
  if (farthest === 0) return lifeScale
  return Math.min(maxScale, Math.max(1, 0.78 / Math.sin(farthest)))
}

interface Located {
  name: string
  x: number
  y: number
}

/** Returns the pixel positions of points on the map, each once; points outside the picture are left out. */
function locate(projection: GeoProjection, spots: NamedSpot[]): Located[] {
  const distinct = spots.filter(({ name }, at) => spots.findIndex((one) => one.name === name) === at)
  return distinct.flatMap(({ name, lng, lat }) => {
    const [x, y] = (isInside(projection, lng, lat) && projection([lng, lat])) || []
    return x === undefined || y === undefined ? [] : [{ name, x, y }]
  })
}

/** Returns whether a point lies in the round picture, with a margin for its dot. */
function isInside(projection: GeoProjection, lng: number, lat: number): boolean {
  const [x, y] = projection([lng, lat]) ?? [Infinity, Infinity]
  const [lambda, phi] = projection.rotate()
  const isNear = geoDistance([-lambda, -phi], [lng, lat]) < Math.PI / 2
  return isNear && Math.hypot(x - globeSize / 2, y - globeSize / 2) < globeRadius - 14
}

/** Returns whether a label lies in the round picture. */
function isInDisc({ left, top, right, bottom }: LabelBox): boolean {
  return [left, right].every((x) =>
    [top, bottom].every((y) => Math.hypot(x - globeSize / 2, y - globeSize / 2) < globeRadius - 4),
  )
}

/**
 * Two successive places of a life that are nearer to each other than this, in pixels, get no arrow between them,
 * because their dots would cover it.
 */
const shortestArrow = 44

/**
 * Draws an arrow halfway between each two successive places of the life that are far enough apart. The line between
 * them is a great circle.
 */
function drawArrows(projection: GeoProjection, life: NamedSpot[]): string {
  return life
    .slice(1)
    .map((to, at) => {
      const from = life[at] ?? to
      const along = geoInterpolate([from.lng, from.lat], [to.lng, to.lat])
      const [a, b] = [projection(along(0)), projection(along(1))]
      const [before, middle] = [projection(along(0.48)), projection(along(0.52))]
      if (a === null || b === null || before === null || middle === null) return ''
      if (Math.hypot(b[0] - a[0], b[1] - a[1]) < shortestArrow) return ''
      const angle = (Math.atan2(middle[1] - before[1], middle[0] - before[0]) * 180) / Math.PI
      const where = `${middle[0].toFixed(1)} ${middle[1].toFixed(1)}`
      return `<path d="M-6-5L7 0-6 5z" transform="translate(${where}) rotate(${angle.toFixed(0)})"/>`
    })
    .join('')
}

const circle = (x: number, y: number, r: number) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r}"/>`
