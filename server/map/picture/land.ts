import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FeatureCollection, Geometry } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Land = FeatureCollection<Geometry>

/** The land areas of the world in low resolution, from Natural Earth (public domain). */
export const land = readLand('land-110m')

let detailed: Land | undefined

/** Returns the land areas of the world in medium resolution; they are read when the first picture needs them. */
export function detailedLand(): Land {
  detailed ??= readLand('land-50m')
  return detailed
}

function readLand(name: string): Land {
  const file = createRequire(import.meta.url).resolve(`world-atlas/${name}.json`)
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ land: GeometryCollection }>
  return feature(topology, topology.objects.land)
}
