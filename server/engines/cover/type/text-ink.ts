import { operations } from './glyph-outlines.ts'
import type { Box, PlacedGlyph } from './text-setting.ts'

/**
 * Returns characters at given positions as one SVG path. Relative coordinates, rounded to a fraction of a pixel, keep
 * the SVG small.
 */
export function inkText(glyphs: PlacedGlyph[], fill: string): string {
  const maxSize = Math.max(0, ...glyphs.map((glyph) => glyph.size))
  const unit = maxSize > 90 ? 0.5 : maxSize > 44 ? 0.25 : 0.125
  const d = traceGlyphs(glyphs, unit)
  return d && `<path fill="${fill}" transform="scale(${unit})" d="${d}"/>`
}

function traceGlyphs(glyphs: PlacedGlyph[], unit: number): string {
  const trace = new PathTrace()
  for (const glyph of glyphs) {
    walkOutline(glyph, (operation, points) => {
      const whole = points.map((n) => Math.round(n / unit))
      if (operation === operations.move) trace.move(whole)
      else if (operation === operations.close) trace.close()
      else trace.draw(operation === operations.line ? 'l' : operation === operations.quadratic ? 'q' : 'c', whole)
    })
  }
  return trace.d
}

/**
 * Returns the bounding box of some drawn characters, including the control points of their curves; undefined if there
 * are none.
 */
export function boundsOf(glyphs: PlacedGlyph[]): Box | undefined {
  const xs: number[] = []
  const ys: number[] = []
  for (const glyph of glyphs) {
    walkOutline(glyph, (_operation, points) => points.forEach((n, index) => (index % 2 ? ys : xs).push(n)))
  }
  if (xs.length === 0) return undefined
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

const lengths = [2, 2, 4, 6, 0]

function walkOutline(
  { outline, x, y, size, isTurned }: PlacedGlyph,
  visit: (operation: number, points: number[]) => void,
): void {
  const scale = size / 1000
  const { steps } = outline
  for (let index = 0; index < steps.length;) {
    const operation = steps[index++] ?? operations.close
    const points: number[] = []
    for (const end = index + (lengths[operation] ?? 0); index < end; index += 2) {
      const right = (steps[index] ?? 0) * scale
      const up = (steps[index + 1] ?? 0) * scale
      if (isTurned) points.push(x + up, y + right)
      else points.push(x + right, y - up)
    }
    visit(operation, points)
  }
}

/**
 * Writes an SVG path in its shortest form: with relative coordinates, without repeated command letters, and without a
 * separator before a minus sign.
 */
export class PathTrace {
  d = ''
  #letter = ''
  #at: [number, number] = [0, 0]
  #start: [number, number] = [0, 0]

  move([x = 0, y = 0]: number[]): this {
    this.#append(this.d ? 'm' : 'M', [x - this.#at[0], y - this.#at[1]])
    this.#at = [x, y]
    this.#start = [x, y]
    return this
  }

  /** Appends a line or a curve to the SVG path. The points are given in absolute coordinates. */
  draw(letter: 'l' | 'q' | 'c', points: number[]): this {
    const relative = points.map((n, index) => n - (index % 2 ? this.#at[1] : this.#at[0]))
    const end: [number, number] = [points.at(-2) ?? 0, points.at(-1) ?? 0]
    if (relative.every((n) => n === 0)) return this
    if (letter === 'l' && relative[1] === 0) this.#append('h', relative.slice(0, 1))
    else if (letter === 'l' && relative[0] === 0) this.#append('v', relative.slice(1))
    else if (letter === 'q' && isFlat(relative)) this.#append('l', relative.slice(2))
    else this.#append(letter, relative)
    this.#at = end
    return this
  }

  close(): this {
    this.#append('z', [])
    this.#at = this.#start
    return this
  }

  #append(letter: string, numbers: number[]): void {
    const isRepeat = letter === this.#letter && numbers.length > 0 && letter !== 'm'
    const text = numbers.map((n, index) => (n < 0 || (index === 0 && !isRepeat) ? `${n}` : ` ${n}`)).join('')
    this.d += (isRepeat ? '' : letter) + text
    this.#letter = letter
  }
}

/** Returns true if a curve is so flat that it becomes a straight line when its coordinates are rounded. */
function isFlat([cx = 0, cy = 0, x = 0, y = 0]: number[]): boolean {
  return (
    Math.abs(cx * y - cy * x) <= Math.hypot(x, y) * 0.5 &&
    cx * x + cy * y >= 0 &&
    Math.hypot(cx, cy) <= Math.hypot(x, y)
  )
}
