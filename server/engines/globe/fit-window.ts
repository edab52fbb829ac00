import { defaultCenter } from './globe-frame.ts'

interface Point {
  lng: number
  lat: number
}

interface Shape {
  /** Width and height of the picture in pixels. */
  width: number
  height: number
}

/**
 * A part of the world in the Mercator projection, in which the world is 1 wide and 1 high, with 0, 0 in the northwest.
 * `left` may be below 0 and `left + width` above 1, if the part crosses the antimeridian.
 */
export interface MapWindow {
  left: number
  top: number
  width: number
  height: number
}

/** Width of the whole world in pixels at the largest scale of a picture, at which the finest relief is still sharp. */
const largestWorld = 12_288
/** The fractions of the width and of the height of a picture within which all points lie. */
const [usedWidth, usedHeight] = [0.76, 0.64]

/**
 * Returns the part of the world that a picture of the given shape shows so that all points are well within it. The
 * picture of one point shows its surroundings. A picture that has to be wider than the world repeats it. Without points
 * it shows the surroundings of the default centre.
 */
export function fitWindow(points: Point[], { width, height }: Shape): MapWindow {
  const shown = points.length === 0 ? [defaultCenter] : points
  const middle = middleLongitude(shown.map(({ lng }) => lng))
  const xs = shown.map(({ lng }) => unwrap(lng - middle) / 360)
  const ys = shown.map(({ lat }) => mercatorY(lat))
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const [north, south] = [Math.min(...ys), Math.max(...ys)]
  const aspect = width / height
  const span = Math.max((east - west) / usedWidth, ((south - north) / usedHeight) * aspect, width / largestWorld)
  const fitted = { width: Math.min(span, aspect), height: Math.min(span / aspect, 1) }
  const top = (north + south) / 2 - fitted.height / 2
  return {
    ...fitted,
    left: middle / 360 + 0.5 + (west + east) / 2 - fitted.width / 2,
    top: Math.max(0, Math.min(top, 1 - fitted.height)),
  }
}

/** Returns the pixel position of a point in a picture that shows a part of the world. */
export function placeInWindow({ lng, lat }: Point, part: MapWindow, { width, height }: Shape) {
  const center = part.left + part.width / 2
  const x = center + unwrap(lng - (center - 0.5) * 360) / 360
  return { x: ((x - part.left) / part.width) * width, y: ((mercatorY(lat) - part.top) / part.height) * height }
}

/**
 * Returns the longitude opposite to the middle of the widest gap between longitudes, so that the points lie close
 * together.
 */
function middleLongitude(longitudes: number[]): number {
  const sorted = longitudes.toSorted((a, b) => a - b)
  const [first = 0] = sorted
  const gaps = sorted.map((lng, at) => ({ from: lng, size: (sorted[at + 1] ?? first + 360) - lng }))
  const widest = gaps.reduce((best, gap) => (gap.size > best.size ? gap : best))
  return unwrap(widest.from + widest.size / 2 + 180)
}

/** Returns the same angle in degrees between -180 and 180. */
function unwrap(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}

/** Returns how far south a latitude lies in the Mercator projection: 0 at about 85° north and 1 at 85° south. */
function mercatorY(lat: number): number {
  const radians = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
}
