type Point = [lng: number, lat: number]

/** Number of segments by which a smooth curve replaces the straight line between two points of a route. */
const steps = 6

/**
 * Returns a smooth line through all points of a route, as a centripetal Catmull-Rom spline. The knot intervals are the
 * square roots of the distances: with equal intervals, a short leg next to a long one overshoots by up to a hundred
 * kilometres, and a sea route would cross land.
 */
export function smoothLine(points: Point[]): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    if (next === undefined) return [point]
    const before = points[index - 1] ?? mirror(next, point)
    const after = points[index + 2] ?? mirror(point, next)
    const knots: Knots = [knot(before, point), knot(point, next), knot(next, after)]
    return Array.from({ length: steps }, (_, step): Point => {
      const at = (axis: 0 | 1) => bend([before[axis], point[axis], next[axis], after[axis]], knots, step / steps)
      return [at(0), at(1)]
    })
  })
}

type Knots = [before: number, between: number, after: number]

/**
 * Returns the point `start` mirrored at `end`. A smooth line needs such an imaginary neighbour beyond its first and
 * last points.
 */
function mirror(start: Point, end: Point): Point {
  return [2 * end[0] - start[0], 2 * end[1] - start[1]]
}

/**
 * Returns the knot interval of the spline between two points. The interval is never zero, so that a repeated point
 * causes no division by zero.
 */
function knot(from: Point, to: Point) {
  return Math.max(Math.sqrt(Math.hypot(to[0] - from[0], to[1] - from[1])), 1e-6)
}

/**
 * Returns one coordinate of a smooth line between `b` (t = 0) and `c` (t = 1), as a cubic Hermite curve with the
 * tangents of the spline.
 */
function bend([a, b, c, d]: [number, number, number, number], [before, between, after]: Knots, t: number) {
  const leaving = c - b + between * ((b - a) / before - (c - a) / (before + between))
  const arriving = c - b + between * ((d - c) / after - (d - b) / (between + after))
  const value =
    b + leaving * t + (3 * (c - b) - 2 * leaving - arriving) * t * t + (2 * (b - c) + leaving + arriving) * t * t * t
  return Math.round(value * 1000) / 1000
}
