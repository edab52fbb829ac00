import { createRequire } from 'node:module'
import { geoDistance } from 'd3-geo'
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

export type Point = [lng: number, lat: number]
/**
 * A country as a two-letter code (Taiwan, Hong Kong and Macao are CN), the Suez Canal ('canal'), or the sea (null).
 */
export type CountryAt = string | null

type Edge = [x1: number, y1: number, x2: number, y2: number]
/**
 * The polygon of a country. Its edges are grouped by the whole degrees of latitude that they cross, so that only few
 * edges are compared with a point.
 */
type Shape = { country: string; bands: Map<number, Edge[]>; west: number; east: number; south: number; north: number }

/**
 * Half the width of the Suez Canal in kilometres. The atlas does not draw the canal, so points this near to its middle
 * line count as part of it.
 */
const canalKilometres = 25
const canal: Point[] = [31.3, 31.1, 30.9, 30.7, 30.5, 30.3, 30.1, 29.9].map((lat) => [lat < 30.4 ? 32.5 : 32.32, lat])
const earthRadiusKilometres = 6371

const shapes = readShapes()

/**
 * Returns the country that contains a point, according to Natural Earth's map of countries at a scale of 1:50 million.
 */
export function countryAt([lng, lat]: Point): CountryAt {
  const isNear = ([x, y]: Point) => Math.abs(x - lng) < 1 && Math.abs(y - lat) < 1
  if (canal.some((point) => isNear(point) && geoDistance(point, [lng, lat]) * earthRadiusKilometres < canalKilometres))
    return 'canal'
  const shape = shapes.find(({ west, east, south, north, bands }) => {
    if (lat < south || lat > north) return false
    const x = lng < west ? lng + 360 : lng > east ? lng - 360 : lng
    return x >= west && x <= east && isInside(bands.get(Math.floor(lat)) ?? [], x, lat)
  })
  return shape?.country ?? null
}

/**
 * Returns the country of a stop on a route. For a harbour that lies in the water on this coarse map, returns the
 * countries of the nearby shores.
 */
export function countriesAround([lng, lat]: Point): CountryAt[] {
  const country = countryAt([lng, lat])
  if (country !== null) return [country]
  const beside: Point[] = [
    [lng + 0.15, lat],
    [lng - 0.15, lat],
    [lng, lat + 0.15],
    [lng, lat - 0.15],
  ]
  return beside.map(countryAt)
}

/**
 * Returns whether a point is inside a polygon: an odd number of the polygon's edges, including those of holes, then
 * lies east of the point.
 */
function isInside(edges: Edge[], x: number, y: number): boolean {
  const east = edges.filter(([x1, y1, x2, y2]) => y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1)
  return east.length % 2 === 1
}

/**
 * Reads the countries of the atlas as polygons on a flat map. Each polygon has the two-letter code of its country,
 * which is CN for Taiwan, Hong Kong and Macao.
 */
function readShapes(): Shape[] {
  const require = createRequire(import.meta.url)
  const topology = require('world-atlas/countries-50m.json') as Topology<{ countries: GeometryCollection }>
  const codes = require('i18n-iso-countries/codes.json') as [alpha2: string, alpha3: string, numeric: string][]
  const alpha2 = new Map(codes.map(([two, , numeric]) => [numeric, two]))
  const joined: Record<string, string> = { TW: 'CN', HK: 'CN', MO: 'CN', EH: 'MA' }
  const features = feature(topology, topology.objects.countries).features as Feature<Polygon | MultiPolygon>[]
  return features.flatMap(({ id, geometry }) => {
    const code = alpha2.get(String(id)) ?? `unlisted ${String(id)}`
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return polygons.map((polygon) => {
      const rings = polygon.map(unwrap)
      const xs = rings.flat().map(([x = 0]) => x)
      const ys = rings.flat().map(([, y = 0]) => y)
      const bounds = { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) }
      return { country: joined[code] ?? code, bands: bandsOf(rings), ...bounds }
    })
  })
}

function bandsOf(rings: Position[][]): Map<number, Edge[]> {
  const bands = new Map<number, Edge[]>()
  for (const ring of rings) {
    for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
      const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? []
      for (let band = Math.floor(Math.min(y1, y2)); band <= Math.max(y1, y2); band++)
        bands.set(band, bands.get(band)?.concat([[x1, y1, x2, y2]]) ?? [[x1, y1, x2, y2]])
    }
  }
  return bands
}

/**
 * Makes the outline of a country that crosses the date line continue beyond 180 degrees, instead of jumping to the
 * other edge of the map.
 */
function unwrap(ring: Position[]): Position[] {
  let shift = 0
  return ring.map(([x = 0, y = 0], index) => {
    const jump = index === 0 ? 0 : x - (ring[index - 1]?.[0] ?? x)
    if (Math.abs(jump) > 180) shift -= 360 * Math.sign(jump)
    return [x + shift, y]
  })
}
