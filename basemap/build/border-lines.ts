import type { Feature, MultiLineString } from 'geojson'
import { mesh } from 'topojson-client'
import type { GeometryObject } from 'topojson-specification'
import { readWorld, type Scale } from './world-atlas.ts'

interface BorderFacts {
  disputed: 0 | 1
}

/** The parts of China by their names in the Natural Earth atlas. The map draws no national border between them. */
const china = new Set(['China', 'Taiwan', 'Hong Kong', 'Macao', 'Macau'])
const disputed = new Set(['N. Cyprus', 'Kosovo', 'Somaliland', 'W. Sahara', 'Siachen Glacier', 'Palestine'])
const disputedBetween = [
  ['China', 'India'],
  ['China', 'Bhutan'],
  ['India', 'Pakistan'],
]

/**
 * Returns the de facto borders between countries from Natural Earth, which do not follow the territorial claims of any
 * country.
 */
export function borderLines(scale: Scale): Feature<MultiLineString, BorderFacts>[] {
  const world = readWorld(scale)
  const linesOf = (wanted: 0 | 1) =>
    mesh(world, world.objects.countries as GeometryObject, (a, b) => {
      const names = [nameOf(a), nameOf(b)]
      return a !== b && !names.every((name) => china.has(name)) && isDisputed(names) === (wanted === 1)
    })
  return ([0, 1] as const).map((wanted) => ({
    type: 'Feature',
    properties: { disputed: wanted },
    geometry: linesOf(wanted),
  }))
}

function nameOf(country: GeometryObject): string {
  return (country.properties as { name?: string } | undefined)?.name ?? ''
}

function isDisputed(names: string[]) {
  return (
    names.some((name) => disputed.has(name)) || disputedBetween.some((pair) => pair.every((one) => names.includes(one)))
  )
}
