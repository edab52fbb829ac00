import type { MultiPolygon, Polygon, Position } from 'geojson'

type Ring = Position[]

/**
 * Returns the position for a country's label inside the largest part of its shape: the centre if it is far enough from
 * the edges, otherwise the position with the most room.
 */
export function labelSpot(shape: Polygon | MultiPolygon): Position {
  const rings = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  const [ring] = rings.map(([outer = []]) => outer).toSorted((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)))
  if (ring === undefined) throw new Error('这个国家没有形状。')
  const centre = centreOf(ring)
  const roomiest = spots(ring).reduce((best, spot) => (roomAt(spot, ring) > roomAt(best, ring) ? spot : best), centre)
  return roomAt(centre, ring) > roomAt(roomiest, ring) * 0.6 ? centre : roomiest
}

function areaOf(ring: Ring) {
  return sumOf(ring, (_, __, cross) => cross) / 2
}

function centreOf(ring: Ring): Position {
  const area = areaOf(ring)
  return [0, 1].map((axis) => sumOf(ring, (a, b, cross) => ((a[axis] ?? 0) + (b[axis] ?? 0)) * cross) / (6 * area))
}

function sumOf(ring: Ring, part: (a: Position, b: Position, cross: number) => number) {
  let sum = 0
  for (const [a, b] of edges(ring)) sum += part(a, b, (a[0] ?? 0) * (b[1] ?? 0) - (b[0] ?? 0) * (a[1] ?? 0))
  return sum
}

/** Returns candidate positions for a label: a grid of points over a polygon ring. */
function spots(ring: Ring): Position[] {
  const [xs, ys] = [0, 1].map((axis) => ring.map((point) => point[axis] ?? 0)) as [number[], number[]]
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const steps = Array.from({ length: 24 }, (_, index) => (index + 0.5) / 24)
  return steps.flatMap((x) => steps.map((y) => [west + (east - west) * x, south + (north - south) * y]))
}

/**
 * Returns the distance from a point to the nearest edge of a polygon ring; it is negative if the point is outside the
 * ring.
 */
function roomAt([x = 0, y = 0]: Position, ring: Ring) {
  let isInside = false
  let nearest = Infinity
  for (const [[ax = 0, ay = 0], [bx = 0, by = 0]] of edges(ring)) {
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
    const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared(bx - ax, by - ay)))
    nearest = Math.min(nearest, squared(x - ax - along * (bx - ax), y - ay - along * (by - ay)))
  }
  return isInside ? Math.sqrt(nearest) : -Math.sqrt(nearest)
}

function squared(x: number, y: number) {
  return x * x + y * y || Number.MIN_VALUE
}

function edges(ring: Ring): [Position, Position][] {
  return ring.slice(1).map((point, index) => [ring[index] as Position, point])
}
