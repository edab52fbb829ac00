import type { Position } from 'geojson'

/** Points on the unit sphere, three numbers (x, y, z) for each; z points to the north pole. */
export type SpherePoints = Float64Array

/** A polygon on the unit sphere, with the circle around it, by which a drawing skips polygons out of view. */
export interface SpherePolygon {
  /** The rings of the polygon; the last point of a ring is joined to its first one. */
  rings: SpherePoints[]
  /** Centre of the circle around the polygon, as a unit vector. */
  center: SpherePoints
  /** Radius of the circle around the polygon, as an angle in radians. */
  radius: number
}

const radians = Math.PI / 180

/** Converts the closed rings of a GeoJSON polygon. The polygon must be smaller than half of the sphere. */
export function toSpherePolygon(coordinates: Position[][]): SpherePolygon {
  const rings = coordinates.map((ring) => toSpherePoints(ring.slice(0, -1)))
  const [outer = new Float64Array(3)] = rings
  const center = meanOf(outer)
  let cosine = 1
  for (let i = 0; i < outer.length; i += 3) cosine = Math.min(cosine, dot(outer, i, center))
  return { rings, center, radius: Math.acos(Math.max(-1, cosine)) }
}

export function toSpherePoints(positions: Position[]): SpherePoints {
  return Float64Array.from(
    positions.flatMap(([lng = 0, lat = 0]) => [
      Math.cos(lat * radians) * Math.cos(lng * radians),
      Math.cos(lat * radians) * Math.sin(lng * radians),
      Math.sin(lat * radians),
    ]),
  )
}

function meanOf(points: SpherePoints): SpherePoints {
  const mean = new Float64Array(3)
  for (let i = 0; i < points.length; i++) mean[i % 3] = (mean[i % 3] ?? 0) + (points[i] ?? 0)
  const length = Math.hypot(...mean) || 1
  return mean.map((part) => part / length)
}

function dot(points: SpherePoints, at: number, [x = 0, y = 0, z = 0]: SpherePoints): number {
  return (points[at] ?? 0) * x + (points[at + 1] ?? 0) * y + (points[at + 2] ?? 0) * z
}
