import { geoArea, geoEquirectangular } from 'd3-geo'
import { geoProject } from 'd3-geo-projection'
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import { readWorld, type Scale } from './world-atlas.ts'

const plate = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .precision(0)

/**
 * Returns all land as polygons on a flat map. The data of World-atlas joins polygons across the 180th meridian, as on a
 * sphere, so this function cuts them there again.
 */
export function planarLand(scale: Scale): Polygon[] {
  const world = readWorld(scale)
  return feature(world, world.objects.land).features.flatMap(({ geometry }) =>
    polygonsOf(geometry as Polygon | MultiPolygon)
      .map(windRight)
      .flatMap(flatten),
  )
}

/**
 * Returns the world minus the land, so that a map style can draw a sea of one colour over the pictures of the sea
 * floor.
 */
export function planarOcean(scale: Scale): Feature<Polygon>[] {
  const world = [
    [-180, -90],
    [180, -90],
    [180, 90],
    [-180, 90],
    [-180, -90],
  ]
  const land = planarLand(scale).map(({ coordinates }) => coordinates)
  const shores = land.map(([shore = []]) => shore)
  const seasWithin = land.flatMap(([, ...seas]) => seas)
  return [[world, ...shores], ...seasWithin.map((sea) => [sea])].map((coordinates) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates },
  }))
}

export function polygonsOf(shape: Polygon | MultiPolygon): Polygon[] {
  if (shape.type === 'Polygon') return [shape]
  return shape.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
}

/**
 * Reverses the rings of a polygon whose winding order is wrong: such a polygon would enclose all of the world except
 * itself. A few polygons of the most detailed data set (1:10 million) have this error.
 */
function windRight(polygon: Polygon): Polygon {
  if (geoArea(polygon) <= 2 * Math.PI) return polygon
  return { type: 'Polygon', coordinates: polygon.coordinates.map((ring) => ring.toReversed()) }
}

function flatten(polygon: Polygon): Polygon[] {
  const flat = geoProject(polygon, plate)
  if (flat === null) return []
  const northUp = ([x = 0, y = 0]: Position) => [x, -y]
  return polygonsOf(flat).map(({ coordinates }) => ({
    type: 'Polygon',
    coordinates: coordinates.map((ring) => ring.map(northUp)),
  }))
}
