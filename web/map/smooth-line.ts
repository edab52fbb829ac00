type Point = [lng: number, lat: number]

const steps = 6

/** A line that bends softly through the points (a centripetal-free Catmull-Rom spline: towns are far enough apart for it not to loop). */
export function smoothLine(points: Point[]): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    if (next === undefined) return [point]
    const before = points[index - 1] ?? point
    const after = points[index + 2] ?? next
    return Array.from({ length: steps }, (_, step) => between(before, point, next, after, step / steps))
  })
}

function between(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  return [bend(a[0], b[0], c[0], d[0], t), bend(a[1], b[1], c[1], d[1], t)]
}

function bend(a: number, b: number, c: number, d: number, t: number) {
  const value = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
  return Math.round(value * 1000) / 1000
}
