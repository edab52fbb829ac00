/**
 * Lines shorter than this, in pixels of the picture, are left out: the next point is joined to the point before them.
 */
const shortestLine = 1

/**
 * Writes a part of SVG path data. It states each point relative to the one before, which takes half as many characters
 * as coordinates of the picture.
 */
export class PathPen {
  /** The number of different coordinates per pixel: 10 if coordinates have one decimal place. */
  readonly #steps: number
  readonly #parts: string[] = []
  /** The point that the pen is at, in steps. */
  #x = 0
  #y = 0
  #isDrawingLines = false

  constructor(steps: number) {
    this.#steps = steps
  }

  /** The path data that were written so far. They begin with a point, without a command before it. */
  get data(): string {
    return this.#parts.join('')
  }

  /** Draws a line to a point of the picture, or puts the pen there if nothing has been written yet. */
  lineTo(x: number, y: number) {
    const [toX, toY] = [Math.round(x * this.#steps), Math.round(y * this.#steps)]
    const [right, down] = [toX - this.#x, toY - this.#y]
    const isFirst = this.#parts.length === 0
    if (!isFirst && Math.hypot(right, down) < shortestLine * this.#steps) return
    this.#parts.push(isFirst || this.#isDrawingLines ? '' : 'l', this.#pair(right, down))
    this.#isDrawingLines = !isFirst
    this.#x = toX
    this.#y = toY
  }

  /** Writes two numbers. A space separates them from a number before them, unless they begin with a minus. */
  #pair(right: number, down: number): string {
    const [x, y] = [right / this.#steps, down / this.#steps]
    return `${this.#isDrawingLines && x >= 0 ? ' ' : ''}${x}${y >= 0 ? ' ' : ''}${y}`
  }
}
