import type { CoverBook } from './cover-book.ts'
import { planCover } from './cover-choice.ts'
import { layouts, type LayoutName } from '#server/engines/cover/layouts/layout-table.ts'
import { createRandom, hashToNumber } from '#server/engines/cover/patterns/cover-random.ts'
import { sealText } from './cover-seal.ts'
import { CoverSheet, sheetHeight, sheetWidth, type SheetText } from '#server/engines/cover/layouts/cover-sheet.ts'
import { plainText } from './cover-text.ts'
import { loadGlyphs } from '#server/engines/cover/type/glyph-outlines.ts'
import { type PatternEntry, type PatternName, patterns } from '#server/engines/cover/patterns/pattern-table.ts'
import type { PlacedGlyph } from '#server/engines/cover/type/text-setting.ts'

/**
 * Draws the cover of a book as a complete SVG of 600 × 900 pixels. The same title, authors, tags and historical period
 * always give the same cover.
 */
export async function drawCover(book: CoverBook): Promise<string> {
  return (await composeCover(book)).svg
}

interface ComposedCover {
  svg: string
  pattern: PatternName
  palette: string
  layout: LayoutName
  /** The positions of all characters drawn on the cover, for tests. */
  placed: PlacedGlyph[]
}

export async function composeCover(
  book: CoverBook,
  choice: { pattern?: PatternName; layout?: LayoutName } = {},
): Promise<ComposedCover> {
  const { seed, palette, pattern, layout, ...plan } = planCover(book, choice)
  const text: SheetText = { ...plan.text, seal: sealText(book) }
  const { lay, weight } = layouts[layout]
  const { draw, isSky = false }: PatternEntry = patterns[pattern]
  const [title, subtitle, author, seal] = await Promise.all([
    loadGlyphs(text.title, weight),
    loadGlyphs(text.subtitle, 500),
    loadGlyphs(text.author, 500),
    loadGlyphs(text.seal, 700),
  ])
  const id = `z${hashToNumber(seed).toString(36)}`
  const random = createRandom(`${seed}:drawing`)
  const sheet = new CoverSheet({
    text,
    palette,
    random,
    pattern: draw,
    isSky,
    glyphs: { title, subtitle, author, seal },
    id,
  })
  lay(sheet)
  return { svg: wrapSvg(sheet.svg, book), pattern, palette: palette.name, layout, placed: sheet.placed }
}

function wrapSvg(content: string, { title, authors }: CoverBook): string {
  const size = `viewBox="0 0 ${sheetWidth} ${sheetHeight}" width="${sheetWidth}" height="${sheetHeight}"`
  const name = escapeXml(plainText(`《${title}》${authors.length ? ` ${authors.join('、')}` : ''}`))
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img"><title>${name}</title>${content}</svg>`
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
