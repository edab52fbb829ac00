interface Point {
  lng: number
  lat: number
}
type Vector = [x: number, y: number, z: number]

/** Number of steps of the approximation. Its error is then below a hundredth of the radius of the circle. */
const steps = 300

/**
 * Returns the centre of the smallest circle on the sphere that encloses all points, so that a globe seen from above
 * this centre shows all of them. If the points do not fit on one half of the sphere, returns their mean position
 * instead. Returns undefined without points, or if the points are distributed so evenly that they have no mean
 * position.
 */
export function enclosingCenter(points: Point[]): Point | undefined {
  const vectors = points.map(toVector)
  const [first] = vectors
  if (first === undefined) return undefined
  // This is the algorithm of Bădoiu and Clarkson for the smallest enclosing sphere: the centre moves towards the
  // farthest point, by ever smaller steps.
  let center = first
  for (let step = 1; step <= steps; step++) {
    const [farthest] = vectors.reduce<[Vector, number]>(
      (far, vector) => (distance(center, vector) > far[1] ? [vector, distance(center, vector)] : far),
      [center, 0],
    )
    center = center.map((part, axis) => part + ((farthest[axis] ?? 0) - part) / (step + 1)) as Vector
  }
  return vectors.every((vector) => dot(center, vector) > 0) ? toPoint(center) : meanPosition(points)
}

/**
 * Returns the mean position of points on the sphere, which lies where most of them are. A point with a weight counts as
 * often as its weight says. Returns undefined without points, or if the points are distributed so evenly that they have
 * no mean position.
 */
export function meanPosition(points: (Point & { weight?: number })[]): Point | undefined {
  const vectors = points.map((point) => toVector(point).map((part) => part * (point.weight ?? 1)) as Vector)
  const mean = [0, 1, 2].map((axis) => vectors.reduce((sum, vector) => sum + (vector[axis] ?? 0), 0)) as Vector
  return Math.hypot(...mean) < 1e-6 ? undefined : toPoint(mean)
}

function toVector({ lng, lat }: Point): Vector {
  const [east, north] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

function toPoint([x, y, z]: Vector): Point {
  return { lng: (Math.atan2(y, x) * 180) / Math.PI, lat: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI }
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const distance = (a: Vector, b: Vector) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
