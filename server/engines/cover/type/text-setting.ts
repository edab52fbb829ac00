import type { GlyphSet, Outline } from './glyph-outlines.ts'
import { breakLines, fillLines } from './title-lines.ts'

const openingMarks = /[《〈（「『【“‘]/u

const closingMarks = /[》〉）」』】”’，。、；！？]/u

const dots = /[·‧•・]/u

const dashes = /[—―…–~～-]/u

const squares = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〇]/u

/**
 * Arranges text in horizontal lines or vertical columns. Each Chinese character takes an em square, and any other
 * character takes its own width.
 */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface TextStyle {
  /** Direction of the lines of text; `down` means vertical columns that follow each other from right to left. */
  direction: 'across' | 'down'
  maxSize: number
  /** Space between characters in ems. */
  spacing?: number
  /** Distance from one line of text to the next in ems. */
  leading?: number
  /** Alignment of the characters along a line of text; `start` is left in horizontal lines and top in columns. */
  align?: 'start' | 'center' | 'end'
  /** Alignment of all lines of text within the box; `start` is the top, or the right side for columns. */
  block?: 'start' | 'center' | 'end'
  maxLines?: number
  /** Whether the text is prose. Prose is set in a fixed size and may extend beyond the bottom of its box. */
  isProse?: boolean
}

export interface PlacedGlyph {
  char: string
  outline: Outline
  /** Position where the character is drawn: a point on its baseline. */
  x: number
  y: number
  size: number
  /** Whether the character is rotated by 90 degrees, like Latin letters in a vertical column. */
  isTurned: boolean
}

export interface Setting {
  glyphs: PlacedGlyph[]
  size: number
  lines: number
  /** The rectangle that the whole text covers, for frames and rules around the text. */
  extent: Box
}

/**
 * Arranges a text in a box at the font size that looks best: a smaller size with fewer or better line breaks may be
 * chosen over a larger one.
 */
export function setText(text: string, box: Box, style: TextStyle, glyphs: GlyphSet): Setting {
  const isDown = style.direction === 'down'
  const along = isDown ? box.height : box.width
  const across = isDown ? box.width : box.height
  const { spacing = 0.06, leading = 1.25 } = style
  const measure = (char: string) => advanceOf(char, isDown, glyphs) + spacing
  if (style.isProse) {
    const lines = fillLines(text, along / style.maxSize + spacing, measure)
    return placeLines(lines, { box, style, size: style.maxSize, spacing, leading, glyphs })
  }
  let best: { size: number; lines: string[]; score: number } | undefined
  for (let size = style.maxSize; size > 4; size *= 0.95) {
    const lineLimit = Math.min(style.maxLines ?? 9, Math.floor((across / size - 1) / leading + 1 + 1e-9))
    const broken = breakLines(text, along / size + spacing, measure)
    if (!broken || broken.lines.length > lineLimit) continue
    const score = (size * (1 - 0.07 * (broken.lines.length - 1))) / (1 + 1.8 * broken.badness)
    if (!best || score > best.score) best = { size, lines: broken.lines, score }
    if (best && size < best.size * 0.5) break
  }
  const { size, lines } = best ?? { size: 4, lines: [] }
  return placeLines(lines, { box, style, size, spacing, leading, glyphs })
}

interface Placing {
  box: Box
  style: TextStyle
  size: number
  spacing: number
  leading: number
  glyphs: GlyphSet
}

function placeLines(lines: string[], { box, style, size, spacing, leading, glyphs }: Placing): Setting {
  const isDown = style.direction === 'down'
  const along = isDown ? box.height : box.width
  const depth = lines.length ? size * (1 + (lines.length - 1) * leading) : 0
  const lengths = lines.map(
    (line) => size * (sum([...line].map((char) => advanceOf(char, isDown, glyphs) + spacing)) - spacing),
  )
  const longest = Math.max(0, ...lengths)
  const blockShift = ((isDown ? box.width : box.height) - depth) * shareOf(style.block)
  const placed = lines.flatMap((line, index) => {
    const start = (along - (lengths[index] ?? 0)) * shareOf(style.align)
    const shift = blockShift + index * leading * size
    const origin = isDown
      ? { x: box.x + box.width - shift - size, y: box.y + start }
      : { x: box.x + start, y: box.y + shift }
    return placeLine(line, origin, { size, isDown, spacing, glyphs })
  })
  const longShift = (along - longest) * shareOf(style.align)
  const extent = isDown
    ? { x: box.x + box.width - blockShift - depth, y: box.y + longShift, width: depth, height: longest }
    : { x: box.x + longShift, y: box.y + blockShift, width: longest, height: depth }
  return { glyphs: placed, size, lines: lines.length, extent }
}

interface Line {
  size: number
  isDown: boolean
  spacing: number
  glyphs: GlyphSet
}

/** Places the glyphs of one line of text; `origin` is the top left corner of the line's first em square. */
function placeLine(
  line: string,
  origin: { x: number; y: number },
  { size, isDown, spacing, glyphs }: Line,
): PlacedGlyph[] {
  const placed: PlacedGlyph[] = []
  let pen = 0
  for (const char of line) {
    const outline = glyphs.find(char, isDown)
    const advance = advanceOf(char, isDown, glyphs)
    const isTurned = isDown && (dashes.test(char) || isNarrow(char))
    // The glyph of an opening bracket lies in the second half of its em square. The empty first half is removed, so the
    // glyph is shifted back by half an em.
    const lead = openingMarks.test(char)
      ? -0.5
      : dots.test(char) && outline
        ? (advance - outline.advance / 1000) / 2
        : 0
    if (outline && outline.steps.length > 0) {
      const at = { char, outline, size, isTurned }
      if (!isDown) placed.push({ ...at, x: origin.x + (pen + lead) * size, y: origin.y + 0.88 * size })
      else if (isTurned)
        placed.push({ ...at, x: origin.x + (dashes.test(char) ? 0.22 : 0.14) * size, y: origin.y + pen * size })
      else placed.push({ ...at, ...columnPoint(char, origin, pen, lead, size, outline) })
    }
    pen += advance + spacing
  }
  return placed
}

function columnPoint(
  char: string,
  origin: { x: number; y: number },
  pen: number,
  lead: number,
  size: number,
  outline: Outline,
) {
  if (dots.test(char)) {
    // The font places the dot of a name separator (·) 0.365 em above the baseline. In a column the dot takes half an em
    // and must be in the middle, 0.25 em below the current position.
    return { x: origin.x + (0.5 - outline.advance / 2000) * size, y: origin.y + (pen + 0.25 + 0.365) * size }
  }
  return { x: origin.x, y: origin.y + (pen + lead + 0.88) * size }
}

function shareOf(place: 'start' | 'center' | 'end' = 'start'): number {
  return place === 'start' ? 0 : place === 'center' ? 0.5 : 1
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/**
 * Returns the width that a character takes in a line (its advance) in ems. Punctuation takes half an em, as in display
 * typography.
 */
function advanceOf(char: string, isDown: boolean, glyphs: GlyphSet): number {
  if (squares.test(char)) return 1
  if (openingMarks.test(char) || closingMarks.test(char) || dots.test(char)) return 0.5
  if (char === '：') return isDown ? 0.75 : 0.5
  const outline = glyphs.find(char, false)
  return outline ? outline.advance / 1000 : 0
}

function isNarrow(char: string): boolean {
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}!-~]/u.test(char) && !/[！-～]/u.test(char)
}
