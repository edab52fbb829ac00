import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { MultiPolygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { type SpherePolygon, toSpherePolygon } from './sphere-shape.ts'

let coarse: SpherePolygon[] | undefined
let detailed: SpherePolygon[] | undefined

/** Returns the land areas of the world in low resolution, from Natural Earth (public domain), as GeoJSON. */
export function flatLand(): MultiPolygon {
  return readLand('land-110m')
}

/** Returns the land areas of the world in low resolution, for pictures of the globe. */
export function coarseLand(): SpherePolygon[] {
  coarse ??= readLand('land-110m').coordinates.map(toSpherePolygon)
  return coarse
}

/** Returns the land areas of the world in medium resolution; they are read when the first picture needs them. */
export function detailedLand(): SpherePolygon[] {
  detailed ??= readLand('land-50m').coordinates.map(toSpherePolygon)
  return detailed
}

function readLand(name: string): MultiPolygon {
  const file = createRequire(import.meta.url).resolve(`world-atlas/${name}.json`)
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ land: GeometryCollection }>
  const coordinates = feature(topology, topology.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates]
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  })
  return { type: 'MultiPolygon', coordinates }
}
