import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

const topology = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('world-atlas/land-110m.json'), 'utf8'),
) as Topology<{ land: GeometryCollection }>

/** The land areas of the world in low resolution, from Natural Earth (public domain). */
export const land = feature(topology, topology.objects.land)
