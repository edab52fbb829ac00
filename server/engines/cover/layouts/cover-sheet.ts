import { type Palette, paper, type Scheme, tonesOf } from '#server/engines/cover/patterns/cover-palettes.ts'
import type { Random } from '#server/engines/cover/patterns/cover-random.ts'
import type { GlyphSet } from '#server/engines/cover/type/glyph-outlines.ts'
import { type Pattern, rectangle, ring, type Tones } from '#server/engines/cover/patterns/pattern-canvas.ts'
import { inkText } from '#server/engines/cover/type/text-ink.ts'
import {
  type Box,
  type PlacedGlyph,
  type Setting,
  setText,
  type TextStyle,
} from '#server/engines/cover/type/text-setting.ts'

export const sheetWidth = 600
export const sheetHeight = 900

export interface SheetText {
  title: string
  subtitle: string
  author: string
  seal: string
}

/** A book cover while it is being laid out: its texts, its colours and the parts drawn so far. */
export class CoverSheet {
  readonly text: SheetText
  readonly palette: Palette
  readonly random: Random
  /** Whether the background pattern of the cover shows only the sky. Text that is set on such a pattern is readable. */
  readonly isSky: boolean
  readonly placed: PlacedGlyph[] = []
  readonly #parts: string[] = []
  readonly #pattern: Pattern
  readonly #glyphs: Record<keyof SheetText, GlyphSet>
  readonly #id: string

  constructor(content: {
    text: SheetText
    palette: Palette
    random: Random
    isSky: boolean
    pattern: Pattern
    glyphs: Record<keyof SheetText, GlyphSet>
    id: string
  }) {
    this.text = content.text
    this.palette = content.palette
    this.random = content.random
    this.isSky = content.isSky
    this.#pattern = content.pattern
    this.#glyphs = content.glyphs
    this.#id = content.id
  }

  get svg(): string {
    return this.#parts.join('')
  }

  /**
   * Whether the book's title can be set in vertical columns on the cover. A title with Latin letters cannot, because
   * the letters would be rotated; nor can a title with a subtitle, because the subtitle would have no room.
   */
  get fitsColumns(): boolean {
    return fitsColumns(this.text)
  }

  add(...parts: string[]): void {
    this.#parts.push(...parts)
  }

  paint({ x, y, width, height }: Box, color: string): void {
    this.add(`<path fill="${color}" d="${rectangle(x, y, width, height)}"/>`)
  }

  frame({ x, y, width, height }: Box, color: string, weight = 1.5): void {
    this.add(`<path fill="none" stroke="${color}" stroke-width="${weight}" d="${rectangle(x, y, width, height)}"/>`)
  }

  rule(x: number, y: number, length: number, color: string, weight = 1.5): void {
    this.add(
      `<path stroke="${color}" stroke-width="${weight}" d="M${Math.round(x)} ${Math.round(y)}h${Math.round(length)}"/>`,
    )
  }

  tones(scheme: Scheme): Tones {
    return tonesOf(this.palette, scheme)
  }

  /**
   * Draws the cover's pattern into a box and clips it at the edges of the box or by a clip path. A `distance` above 1
   * draws the pattern smaller, for narrow boxes.
   */
  pattern({ x, y, width, height }: Box, scheme: Scheme | Tones, { clip = '', distance = 1 } = {}): void {
    const tones = typeof scheme === 'string' ? this.tones(scheme) : scheme
    const drawn = this.#pattern({
      width: Math.round(width * distance),
      height: Math.round(height * distance),
      random: this.random,
      tones,
      id: `${this.#id}p`,
    })
    const cut = clip ? ` clip-path="url(#${clip})"` : ''
    const ground = `<path fill="${tones.ground}" d="${rectangle(0, 0, width * distance, height * distance)}"/>`
    const view = distance === 1 ? '' : ` viewBox="0 0 ${Math.round(width * distance)} ${Math.round(height * distance)}"`
    this.add(`<g${cut}><svg x="${x}" y="${y}" width="${width}" height="${height}"${view}>${ground}${drawn}</svg></g>`)
  }

  /** Adds an SVG clip path for the pattern and returns the id of the clip path. */
  clip(d: string): string {
    this.add(`<clipPath id="${this.#id}c"><path d="${d}"/></clipPath>`)
    return `${this.#id}c`
  }

  /** Draws one text of the cover (title, subtitle or author) and returns the positions of its characters. */
  write(which: keyof SheetText, box: Box, style: TextStyle, color: string): Setting {
    const setting = this.measure(which, box, style)
    this.put(setting.glyphs, color)
    return setting
  }

  measure(which: keyof SheetText, box: Box, style: TextStyle): Setting {
    return setText(this.text[which], box, style, this.#glyphs[which])
  }

  put(glyphs: PlacedGlyph[], color: string): void {
    this.placed.push(...glyphs)
    this.add(inkText(glyphs, color))
  }

  glyphOf(which: keyof SheetText, char: string) {
    return this.#glyphs[which].find(char, false)
  }

  /**
   * Draws a Chinese seal, whose bottom right corner is at (`x`, `y`). The characters are either white on a coloured
   * square or, at random on a light background only, coloured within a frame. Returns the bounding box of the seal, or
   * undefined if the book has no seal.
   */
  seal(x: number, y: number, options: { on?: 'paper' | 'deep'; color?: string } = {}): Box | undefined {
    const chars = [...this.text.seal]
    if (chars.length === 0) return undefined
    const [columns, rows] = chars.length === 4 ? [2, 2] : [1, chars.length]
    const [cell, pad] = [chars.length === 4 ? 29 : 31, 7]
    const box = {
      x: x - columns * cell - 2 * pad,
      y: y - rows * cell - 2 * pad,
      width: columns * cell + 2 * pad,
      height: rows * cell + 2 * pad,
    }
    const color = options.color ?? this.palette.seal
    const isHollow = options.on !== 'deep' && this.random.chance(0.35)
    this.add(
      `<rect x="${box.x + 1}" y="${box.y + 1}" width="${box.width - 2}" height="${box.height - 2}" rx="4" ${isHollow ? `fill="none" stroke="${color}" stroke-width="3.5"` : `fill="${color}"`}/>`,
    )
    const glyphs = chars.flatMap((char, index): PlacedGlyph[] => {
      const outline = this.glyphOf('seal', char)
      const [column, row] = [Math.floor(index / rows), index % rows]
      const at = {
        x: box.x + pad + (columns - 1 - column) * cell + 1,
        y: box.y + pad + row * cell + 0.88 * (cell - 2) + 1,
      }
      return outline ? [{ char, outline, size: cell - 2, isTurned: false, ...at }] : []
    })
    this.put(glyphs, isHollow ? color : paper)
    return box
  }

  /** Draws the logo of the site, a small globe, on covers of books without a seal. */
  logo(x: number, y: number, color: string): void {
    const meridian = `M${x - 4.5} ${y}a4.5 11 0 1 0 9 0a4.5 11 0 1 0-9 0z`
    this.add(
      `<path fill="none" stroke="${color}" stroke-width="1.6" d="${ring(x, y, 11)}${meridian}M${x - 11} ${y}h22"/>`,
    )
  }
}

export function fitsColumns({ title, subtitle }: Pick<SheetText, 'title' | 'subtitle'>): boolean {
  return subtitle === '' && [...title].length <= 14 && !/[\p{Script=Latin}\d]/u.test(title)
}
