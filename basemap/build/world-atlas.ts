import type { Feature, Geometry } from 'geojson'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

export type Scale = '10m' | '50m'
type Countries = GeometryCollection<{ name: string }>
type World = Topology<{ countries: Countries; land: GeometryCollection }>

/**
 * Reads the countries and land of Natural Earth as a TopoJSON topology, in which neighbouring countries share their
 * common border line.
 */
export function readWorld(scale: Scale): World {
  const file = fileURLToPath(import.meta.resolve(`world-atlas/countries-${scale}.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as World
}

export function worldCountries(scale: Scale): Feature<Geometry, { name: string }>[] {
  const world = readWorld(scale)
  return feature(world, world.objects.countries).features
}
