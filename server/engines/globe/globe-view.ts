import { PathPen } from './path-pen.ts'
import type { SpherePoints, SpherePolygon } from './sphere-shape.ts'

interface ViewSettings {
  /** Longitude and latitude in degrees of the point from above which the globe is seen. */
  center: [lng: number, lat: number]
  /** Width and height of the picture, in pixels. */
  size: number
  /** Radius of the globe, in pixels. */
  radius: number
  /** The largest distance from the centre at which points are drawn, as an angle in radians; at most a quarter turn. */
  reach: number
  /** The decimal places of the coordinates; by default one. */
  digits?: number
}

/**
 * A part of a ring (the closed outline of a polygon) that lies in the view, which is the visible circle of the globe.
 * It begins and ends at the edge of the view.
 */
interface Chain {
  pen: PathPen
  /**
   * Where the part of the ring enters and leaves the view, as angles around the centre of the view. Angles grow
   * clockwise on the screen.
   */
  enters: number
  leaves: number
}

type Row = readonly [x: number, y: number, z: number]

const radians = Math.PI / 180

/**
 * Draws shapes of many points in orthographic projection as SVG path data. d3-geo would draw the same, but creates
 * several arrays for each of ten thousand points, 8 MB for a picture. The points of a shape must be so close together
 * that straight lines can join them.
 */
export class GlobeView {
  readonly #size: number
  readonly #radius: number
  readonly #reach: number
  /** The number of different coordinates per pixel: 10 if coordinates have one decimal place. */
  readonly #steps: number
  /**
   * The cosine of `reach`. A point on the unit sphere is drawn if its coordinate towards the viewer is greater than
   * this.
   */
  readonly #edge: number
  /** The rows of the rotation matrix: towards the viewer, to the right, and up. */
  readonly #near: Row
  readonly #right: Row
  readonly #up: Row

  constructor({ center: [lng, lat], size, radius, reach, digits = 1 }: ViewSettings) {
    const [sinLng, cosLng] = [Math.sin(lng * radians), Math.cos(lng * radians)]
    const [sinLat, cosLat] = [Math.sin(lat * radians), Math.cos(lat * radians)]
    this.#size = size
    this.#radius = radius
    this.#reach = reach
    this.#steps = 10 ** digits
    this.#edge = Math.cos(reach)
    this.#near = [cosLat * cosLng, cosLat * sinLng, sinLat]
    this.#right = [-sinLng, cosLng, 0]
    this.#up = [-sinLat * cosLng, -sinLat * sinLng, cosLat]
  }

  drawPolygons(polygons: SpherePolygon[]): string {
    return polygons.map((polygon) => this.#drawPolygon(polygon)).join('')
  }

  drawLines(lines: SpherePoints[]): string {
    return lines.map((line) => this.#drawLine(line)).join('')
  }

  #drawPolygon({ center, radius, rings }: SpherePolygon): string {
    const distance = Math.acos(Math.min(1, Math.max(-1, turn(center, 0, this.#near))))
    if (distance - radius > this.#reach) return ''
    if (distance + radius < this.#reach) return rings.map((ring) => this.#drawRing(ring)).join('')
    const entries = rings.map((ring) => this.#findEntry(ring))
    const isWhole = rings.map((ring, i) => entries[i] === -1 && this.#isVisible(ring, 0))
    const whole = rings.map((ring, i) => (isWhole[i] ? this.#drawRing(ring) : '')).join('')
    const chains = rings.flatMap((ring, i) => this.#cut(ring, entries[i] ?? -1))
    if (chains.length > 0) return whole + this.#join(chains)
    const [outer = new Float64Array()] = rings
    return !isWhole[0] && this.#isAroundCenter(outer) ? this.#drawDisc() + whole : whole
  }

  #drawRing(ring: SpherePoints): string {
    const pen = new PathPen(this.#steps)
    for (let i = 0; i < ring.length; i += 3) this.#drawTo(pen, ring, i)
    return pen.data === '' ? '' : `M${pen.data}Z`
  }

  #drawLine(line: SpherePoints): string {
    const pens: PathPen[] = []
    let pen = new PathPen(this.#steps)
    let wasVisible = false
    for (let i = 0; i < line.length; i += 3) {
      const isVisible = this.#isVisible(line, i)
      if (isVisible && !wasVisible) pens.push((pen = new PathPen(this.#steps)))
      if (i > 0 && isVisible !== wasVisible) this.#drawToEdge(pen, this.#crossing(line, i - 3, i))
      if (isVisible) this.#drawTo(pen, line, i)
      wasVisible = isVisible
    }
    return pens.map(({ data }) => `M${data}`).join('')
  }

  /**
   * Returns the index of a point at which a ring comes into the view; -1 if the whole ring lies inside the view or the
   * whole ring lies outside.
   */
  #findEntry(ring: SpherePoints): number {
    let wasVisible = this.#isVisible(ring, ring.length - 3)
    for (let i = 0; i < ring.length; i += 3) {
      const isVisible = this.#isVisible(ring, i)
      if (isVisible && !wasVisible) return i
      wasVisible = isVisible
    }
    return -1
  }

  /**
   * Returns the parts of a ring that are in the view. `entry` is the index of a point at which the ring comes into the
   * view; if it is -1, the result is empty.
   */
  #cut(ring: SpherePoints, entry: number): Chain[] {
    const chains: Chain[] = []
    if (entry === -1) return chains
    let chain: Chain = { pen: new PathPen(this.#steps), enters: 0, leaves: 0 }
    for (let passed = 0, wasVisible = false; passed < ring.length; passed += 3) {
      const at = (entry + passed) % ring.length
      const before = at === 0 ? ring.length - 3 : at - 3
      const isVisible = this.#isVisible(ring, at)
      if (isVisible && !wasVisible) {
        const enters = this.#crossing(ring, before, at)
        chain = { pen: new PathPen(this.#steps), enters, leaves: 0 }
        this.#drawToEdge(chain.pen, enters)
        chains.push(chain)
      } else if (wasVisible && !isVisible) {
        chain.leaves = this.#crossing(ring, before, at)
        this.#drawToEdge(chain.pen, chain.leaves)
      }
      if (isVisible) this.#drawTo(chain.pen, ring, at)
      wasVisible = isVisible
    }
    return chains
  }

  /**
   * Joins the parts of a polygon along the edge of the view. The rings of Natural Earth have the land on their right,
   * so from where a part leaves the view the outline goes on clockwise to the next part that enters it.
   */
  #join(chains: Chain[]): string {
    const steps: string[] = []
    const unused = new Set(chains)
    for (const first of chains) {
      if (!unused.has(first)) continue
      steps.push('M')
      let chain: Chain | undefined = first
      while (chain !== undefined && unused.delete(chain)) {
        steps.push(chain.pen.data)
        const next = nextClockwise(chain.leaves, chains)
        if (next !== undefined) steps.push(this.#arcTo(chain.leaves, next.enters))
        if (next !== undefined && next !== first && unused.has(next)) steps.push('L')
        chain = next
      }
      steps.push('Z')
    }
    return steps.join('')
  }

  /**
   * Returns whether a ring that lies entirely outside the view surrounds it clockwise, so that the view shows nothing
   * but the area inside the ring. A ring around the opposite side of the globe goes counterclockwise.
   */
  #isAroundCenter(ring: SpherePoints): boolean {
    let turned = 0
    let before = this.#angle(ring, ring.length - 3)
    for (let i = 0; i < ring.length; i += 3) {
      const angle = this.#angle(ring, i)
      const step = angle - before
      turned += step > Math.PI ? step - 2 * Math.PI : step < -Math.PI ? step + 2 * Math.PI : step
      before = angle
    }
    return turned > Math.PI
  }

  #drawDisc(): string {
    return `M${this.#onEdge(0)}${this.#arcTo(0, Math.PI)}${this.#arcTo(Math.PI, 2 * Math.PI)}Z`
  }

  #arcTo(from: number, to: number): string {
    const radius = this.#round(this.#edgeRadius)
    return `A${radius},${radius} 0 ${clockwise(from, to) > Math.PI ? 1 : 0} 1 ${this.#onEdge(to)}`
  }

  get #edgeRadius(): number {
    return this.#radius * Math.sin(this.#reach)
  }

  #isVisible(points: SpherePoints, at: number): boolean {
    return turn(points, at, this.#near) > this.#edge
  }

  #angle(points: SpherePoints, at: number): number {
    return Math.atan2(-turn(points, at, this.#up), turn(points, at, this.#right))
  }

  /** Returns where the line between two points crosses the edge of the view, as an angle around its centre. */
  #crossing(points: SpherePoints, from: number, to: number): number {
    const [depthFrom, depthTo] = [turn(points, from, this.#near), turn(points, to, this.#near)]
    const fraction = (this.#edge - depthFrom) / (depthTo - depthFrom)
    const between = (row: Row) => turn(points, from, row) * (1 - fraction) + turn(points, to, row) * fraction
    return Math.atan2(-between(this.#up), between(this.#right))
  }

  #onEdge(angle: number): string {
    return this.#edgePoint(angle)
      .map((value) => this.#round(value))
      .join()
  }

  #edgePoint(angle: number): [x: number, y: number] {
    const radius = this.#edgeRadius
    return [this.#size / 2 + Math.cos(angle) * radius, this.#size / 2 + Math.sin(angle) * radius]
  }

  #drawToEdge(pen: PathPen, angle: number) {
    pen.lineTo(...this.#edgePoint(angle))
  }

  #round(value: number): number {
    return Math.round(value * this.#steps) / this.#steps
  }

  #drawTo(pen: PathPen, points: SpherePoints, at: number) {
    const [right, up] = [turn(points, at, this.#right), turn(points, at, this.#up)]
    pen.lineTo(this.#size / 2 + right * this.#radius, this.#size / 2 - up * this.#radius)
  }
}

/** Returns the part of a ring that enters the view next, going clockwise along the edge of the view from an angle. */
function nextClockwise(from: number, chains: Chain[]): Chain | undefined {
  let next: Chain | undefined
  for (const chain of chains)
    if (next === undefined || clockwise(from, chain.enters) < clockwise(from, next.enters)) next = chain
  return next
}

/** Returns the angle from one direction to another, going clockwise, from 0 to a whole turn. */
function clockwise(from: number, to: number): number {
  return (((to - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
}

/**
 * Returns one coordinate of a point in the rotated system: the product of the point with a row of the rotation matrix.
 */
function turn(points: SpherePoints, at: number, [x, y, z]: Row): number {
  return (points[at] ?? 0) * x + (points[at + 1] ?? 0) * y + (points[at + 2] ?? 0) * z
}
