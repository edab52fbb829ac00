type Point = [lng: number, lat: number]

/** Length in degrees of the straight pieces that a great circle is drawn with. */
const pieceLength = 4

/**
 * Returns a line that joins the points by the shortest arcs on the globe, as short straight pieces. Its longitudes are
 * continuous: beyond the antimeridian they exceed 180° or fall below −180°.
 */
export function greatCircles(points: Point[]): Point[] {
  const arcs = points.flatMap((point, index) => {
    const next = points[index + 1]
    return next === undefined ? [point] : arc(point, next)
  })
  let turn = 0
  return arcs.map(([lng, lat], index) => {
    const before = arcs[index - 1]?.[0] ?? lng
    if (Math.abs(lng - before) > 180) turn += lng > before ? -360 : 360
    return [lng + turn, lat]
  })
}

/** Returns the points of the shortest arc from one point to another, without the last one. */
function arc(from: Point, to: Point): Point[] {
  const [a, b] = [toVector(from), toVector(to)]
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  const angle = Math.acos(Math.min(1, Math.max(-1, cosine)))
  const count = Math.max(1, Math.ceil(toDegrees(angle) / pieceLength))
  // Between two opposite points of the globe all arcs are equally short; the result is a straight line on the map.
  if (Math.sin(angle) < 1e-6) return [from]
  return Array.from({ length: count }, (_, step): Point => {
    const [p, q] = [Math.sin((1 - step / count) * angle), Math.sin((step / count) * angle)]
    const at = (axis: 0 | 1 | 2) => (a[axis] * p + b[axis] * q) / Math.sin(angle)
    return step === 0 ? from : [toDegrees(Math.atan2(at(1), at(0))), toDegrees(Math.asin(at(2)))]
  })
}

function toVector([lng, lat]: Point): [x: number, y: number, z: number] {
  const [east, north] = [lng, lat].map((degrees) => (degrees * Math.PI) / 180) as Point
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI
}
