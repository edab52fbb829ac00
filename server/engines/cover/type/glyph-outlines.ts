import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create, type Font, type PathCommand } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { unpackWoff } from './unpack-woff.ts'

export type Weight = 500 | 700 | 900

/**
 * The outline of a glyph (the drawn form of a character) in thousandths of an em; the y axis points upwards from the
 * baseline, as in the library fontkit. The form is compact, so that thousands of outlines can stay in memory.
 */
export interface Outline {
  advance: number
  /**
   * The outline as a sequence of drawing operations, each followed by its coordinates; `operations` lists the codes of
   * the operations.
   */
  steps: Int16Array
}

export const operations = { move: 0, line: 1, quadratic: 2, cubic: 3, close: 4 } as const

const folder = path.dirname(createRequire(import.meta.url).resolve('@fontsource/noto-serif-sc/400.css'))
// Only a few open fonts are cached, because each takes a megabyte or more of memory. The glyph outlines read from the
// fonts have a larger cache.
const fonts = new LRUCache<string, Promise<Font>>({ max: 6 })
const outlines = new LRUCache<string, Outline | 'none'>({ max: 6000 })
let subsets: Promise<Subset[]> | undefined

/** Loads the glyphs of all characters of a text in one font weight, so that the drawing itself can be synchronous. */
export async function loadGlyphs(text: string, weight: Weight): Promise<GlyphSet> {
  subsets ??= readSubsets()
  const known = await subsets
  const glyphs = new Map<string, Outline>()
  for (const char of new Set(text)) {
    for (const isVertical of [false, true]) {
      const outline = await loadOutline(known, char, weight, isVertical)
      if (outline) glyphs.set(char + (isVertical ? '|' : ''), outline)
    }
  }
  return { find: (char, isVertical) => glyphs.get(char + (isVertical ? '|' : '')) }
}

export interface GlyphSet {
  /**
   * Returns the outline of a character in vertical or horizontal text, or undefined if the font lacks the character.
   */
  find(char: string, isVertical: boolean): Outline | undefined
}

async function loadOutline(
  known: Subset[],
  char: string,
  weight: Weight,
  isVertical: boolean,
): Promise<Outline | null> {
  const key = `${weight}${char}${isVertical ? '|' : ''}`
  const cached = outlines.get(key)
  if (cached !== undefined) return cached === 'none' ? null : cached
  const outline = await readOutline(known, char, weight, isVertical)
  outlines.set(key, outline ?? 'none')
  return outline
}

async function readOutline(
  known: Subset[],
  char: string,
  weight: Weight,
  isVertical: boolean,
): Promise<Outline | null> {
  const codePoint = char.codePointAt(0) ?? 0
  const subset = known.find(({ ranges }) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to))
  if (!subset) return null
  const font = await openFont(subset.name, weight)
  if (!font.hasGlyphForCodePoint(codePoint)) return null
  const glyph = isVertical ? font.layout(char, ['vert']).glyphs[0] : font.glyphForCodePoint(codePoint)
  if (!glyph) return null
  const scale = 1000 / font.unitsPerEm
  return { advance: glyph.advanceWidth * scale, steps: packSteps(glyph.path.commands, scale) }
}

/**
 * Opens a font file. The woff format is used instead of woff2, because its tables are compressed separately, which
 * needs a tenth of the time and memory.
 */
function openFont(subset: string, weight: Weight): Promise<Font> {
  const file = `noto-serif-sc-${subset}-${weight}-normal.woff`
  const opened = fonts.get(file) ?? readFile(path.join(folder, 'files', file)).then((woff) => create(unpackWoff(woff)))
  fonts.set(file, opened)
  return opened
}

interface Subset {
  name: string
  ranges: (readonly [from: number, to: number])[]
}

/**
 * Reads the list of the files into which the web font is split by character. The numbered files come first, because
 * both they and the `latin` file contain the dashes, and Chinese text needs the full-width form in the numbered files.
 */
async function readSubsets(): Promise<Subset[]> {
  const listed: Record<string, string> = JSON.parse(await readFile(path.join(folder, 'unicode.json'), 'utf8'))
  const all = Object.entries(listed).map(([name, ranges]) => ({
    name: name.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map(parseRange),
  }))
  const isNumbered = ({ name }: Subset) => /^\d+$/.test(name)
  return [...all.filter(isNumbered).toReversed(), ...all.filter((subset) => !isNumbered(subset)).toReversed()]
}

function parseRange(range: string) {
  const [from = '', to = from] = range.replace('U+', '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
}

function packSteps(commands: PathCommand[], scale: number): Int16Array {
  const codes = {
    moveTo: operations.move,
    lineTo: operations.line,
    quadraticCurveTo: operations.quadratic,
    bezierCurveTo: operations.cubic,
    closePath: operations.close,
  }
  return Int16Array.from(
    commands.flatMap(({ command, args }) => [codes[command], ...args.map((n) => Math.round(n * scale))]),
  )
}
