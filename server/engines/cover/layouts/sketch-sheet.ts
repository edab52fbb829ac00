import { ink, type Palette, paper, type Scheme } from '#server/engines/cover/patterns/cover-palettes.ts'
import type { Random } from '#server/engines/cover/patterns/cover-random.ts'
import { isDark, mix, type Tones } from '#server/engines/cover/patterns/pattern-canvas.ts'
import type { Box, Setting, TextStyle } from '#server/engines/cover/type/text-setting.ts'
import { CoverSheet, type SheetText } from './cover-sheet.ts'

/** The length of one unit of the sketch in pixels of the full cover. The sketch is 20 units wide and 30 units high. */
const unit = 30

const noGlyphs = { find: () => undefined }

/**
 * A book cover that is laid out to be drawn in a very small size, as a mark on the map: it records the coloured areas
 * of the layout and the blocks of its title, and leaves out patterns, letters, frames and seals.
 */
export class SketchSheet extends CoverSheet {
  /**
   * The recorded areas, the lowest first. Each has 11 characters: `r` for a rectangle or `o` for an ellipse, its left,
   * top, width and height in units as digits to the base 36, and its colour as six hexadecimal digits.
   */
  sketch = ''

  constructor(content: { text: SheetText; palette: Palette; random: Random; isSky: boolean }) {
    const glyphs = { title: noGlyphs, subtitle: noGlyphs, author: noGlyphs, seal: noGlyphs }
    super({ ...content, pattern: () => '', glyphs, id: '' })
  }

  override add(): void {}

  override paint(box: Box, color: string): void {
    this.#record('r', box, color)
  }

  override pattern(box: Box, scheme: Scheme | Tones, { clip = '' } = {}): void {
    const { ground, soft } = typeof scheme === 'string' ? this.tones(scheme) : scheme
    this.#record(clip === '' ? 'r' : 'o', box, ground)
    // The sketch shows only a band in the second colour of the pattern in place of the pattern.
    const [inset, height] = [clip === '' ? 0 : box.width * 0.15, box.height / 3]
    this.#record('r', { x: box.x + inset, y: box.y + height * 1.6, width: box.width - 2 * inset, height }, soft)
  }

  override write(which: keyof SheetText, box: Box, style: TextStyle, color: string): Setting {
    const setting = this.measure(which, box, style)
    // The block of the title has a softer colour than its letters, because the letters do not fill their squares.
    if (which === 'title') this.#record('r', setting.extent, mix(color, isDark(color) ? paper : ink, 0.4))
    return setting
  }

  /** Estimates the size of the block that a text covers, from its number of characters and without the font. */
  override measure(which: keyof SheetText, box: Box, style: TextStyle): Setting {
    const isDown = style.direction === 'down'
    const [along, across] = isDown ? [box.height, box.width] : [box.width, box.height]
    const { leading = 1.25, maxLines = 3, maxSize } = style
    const length = [...this.text[which]].length
    const settings = Array.from({ length: length === 0 ? 0 : maxLines }, (_, index) => {
      const rows = 1 + index * leading
      const size = Math.min(maxSize, along / Math.ceil(length / (index + 1)), across / rows)
      return { lines: index + 1, size, depth: size * rows, longest: size * Math.ceil(length / (index + 1)) }
    })
    const best = settings.toSorted((a, b) => b.size / (1 + 0.07 * b.lines) - a.size / (1 + 0.07 * a.lines))[0]
    const { lines, size, depth, longest } = best ?? { lines: 0, size: 0, depth: 0, longest: 0 }
    const shift = (along - longest) * (style.align === 'center' ? 0.5 : 0)
    const extent = isDown
      ? {
          x: box.x + (box.width - depth) * (style.block === 'center' ? 0.5 : 1),
          y: box.y,
          width: depth,
          height: longest,
        }
      : { x: box.x + shift, y: box.y, width: longest, height: depth }
    return { glyphs: [], size, lines, extent }
  }

  #record(shape: 'r' | 'o', { x, y, width, height }: Box, color: string): void {
    const [left, top] = [Math.max(0, Math.round(x / unit)), Math.max(0, Math.round(y / unit))]
    const [right, bottom] = [
      Math.min(20, Math.round((x + width) / unit)),
      Math.min(30, Math.round((y + height) / unit)),
    ]
    if (right <= left || bottom <= top) return
    const place = [left, top, right - left, bottom - top].map((number) => number.toString(36)).join('')
    this.sketch += `${shape}${place}${color.slice(1)}`
  }
}
