import type { Random } from './cover-random.ts'
import { PathTrace } from '#server/engines/cover/type/text-ink.ts'

/**
 * The drawing area of a cover pattern: a box whose top left corner is at (0, 0), four colours and a random number
 * generator. Anything drawn beyond the box is clipped later.
 */
export interface Canvas {
  width: number
  height: number
  random: Random
  tones: Tones
  /**
   * Prefix of the element ids in the SVG of the pattern, so that one document can contain several drawings without
   * equal ids.
   */
  id: string
}

export interface Tones {
  ground: string
  /** Colour of the main lines of the cover pattern. */
  line: string
  /** Colour of secondary shapes in the cover pattern, between the background colour and the line colour. */
  soft: string
  /** Colour of a single small accent in the cover pattern. */
  accent: string
}

export type Pattern = (canvas: Canvas) => string

export type Point = readonly [x: number, y: number]

/** Returns the SVG path of straight lines from point to point, rounded to whole pixels. */
export function straight(points: readonly Point[], isClosed = false): string {
  const [first, ...rest] = points.map(round)
  if (!first) return ''
  const trace = new PathTrace().move(first)
  for (const point of rest) trace.draw('l', point)
  return isClosed ? trace.close().d : trace.d
}

/**
 * Returns the SVG path of a smooth curve along a polyline: the curve passes through the midpoints of the polyline's
 * sides, and the corners are its control points.
 */
export function smooth(points: readonly Point[], isClosed = false): string {
  const whole = points.map(round)
  const [first, second] = whole
  const last = whole.at(-1)
  if (!first || !second || !last) return ''
  const trace = new PathTrace().move(isClosed ? middle(first, last) : first)
  whole.forEach((point, index) => {
    const next = whole[index + 1] ?? (isClosed ? first : undefined)
    if (next && (isClosed || index > 0)) trace.draw('q', [...point, ...middle(point, next)])
  })
  return isClosed ? trace.close().d : trace.draw('l', last).d
}

function round([x, y]: Point): number[] {
  return [Math.round(x), Math.round(y)]
}

function middle([ax = 0, ay = 0]: readonly number[], [bx = 0, by = 0]: readonly number[]): number[] {
  return [Math.round((ax + bx) / 2), Math.round((ay + by) / 2)]
}

export function stroke(d: string, color: string, width: number, more = ''): string {
  return d && `<path fill="none" stroke="${color}" stroke-width="${width}"${more} d="${d}"/>`
}

export function fill(d: string, color: string, more = ''): string {
  return d && `<path fill="${color}"${more} d="${d}"/>`
}

/** Returns the SVG path of a circle. */
export function ring(x: number, y: number, r: number): string {
  const n = (value: number) => +value.toFixed(1)
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${Math.round(x)} ${Math.round(y)}h${Math.round(width)}v${Math.round(height)}h${-Math.round(width)}z`
}

/** Fills the drawing area of a cover pattern by repeating one tile (the SVG element `pattern`). */
export function tiled(
  { width, height, id }: Canvas,
  tile: { width: number; height: number; turn?: number },
  content: string,
): string {
  const turn = tile.turn ? ` patternTransform="rotate(${tile.turn})"` : ''
  const size = `width="${tile.width}" height="${tile.height}"`
  return `<defs><pattern id="${id}" ${size} patternUnits="userSpaceOnUse"${turn}>${content}</pattern></defs><path fill="url(#${id})" d="${rectangle(0, 0, width, height)}"/>`
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => make(index))
}

/** Mixes two colours; `share` is the proportion of the second colour, from 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(first, at) * (1 - share) + channel(second, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

export function isDark(color: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.3 * r + 0.59 * g + 0.11 * b < 150
}

/**
 * Creates a random smooth landscape. The returned function gives the height of the landscape at a point, from about -1
 * to 1.
 */
export function createTerrain({ width, height, random }: Canvas, hills: number): (x: number, y: number) => number {
  const reach = Math.sqrt(width * height)
  const bumps = times(hills, (index) => ({
    x: random.between(-0.1, 1.1) * width,
    y: random.between(-0.1, 1.1) * height,
    r: random.between(0.16, 0.4) * reach,
    squash: random.between(0.7, 1.4),
    rise: (index % 3 === 2 ? -1 : 1) * random.between(0.5, 1.1),
  }))
  return (x, y) =>
    bumps.reduce(
      (sum, b) => sum + b.rise * Math.exp(-(((x - b.x) / b.r) ** 2 + (((y - b.y) * b.squash) / b.r) ** 2)),
      0,
    )
}
