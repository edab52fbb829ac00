import type { Site } from '#shared/api/site.ts'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import { mix, rectangle } from '#server/engines/cover/patterns/pattern-canvas.ts'
import { ink } from '#server/engines/cover/patterns/cover-palettes.ts'
import { inkText } from '#server/engines/cover/type/text-ink.ts'
import { loadGlyphs } from '#server/engines/cover/type/glyph-outlines.ts'
import type { CoverBook } from './cover-book.ts'
import { choosePalette } from './cover-choice.ts'
import { drawCover } from './draw-cover.ts'
import { type LineStyle, setLine } from './draw-share-picture.ts'
import { drawCode } from './draw-share-poster.ts'

interface PassageContent {
  book: CoverBook
  /** The lines of the passage. */
  lines: string[]
  /** Title of the chapter, and the author whom the text names there; may be empty. */
  chapter: string
  by: string
  site: Pick<Site, 'name' | 'publicUrl'>
}

type Source = Omit<PassageContent, 'lines'>

const width = 1080
const edge = 48
const left = 128
const room = width - 2 * left
const cover = { width: 152, height: 228 }
const code = { x: width - left - 160, size: 160 }

/** Returns the characters in the given lines for which the typeface of the pictures has no glyph. */
export async function listUndrawable(lines: string[]): Promise<string[]> {
  const text = lines.join('')
  const glyphs = await loadGlyphs(text, 500)
  const isSeen = (character: string) => !/[\s\p{Cf}\p{Variation_Selector}]/u.test(character)
  return [...new Set(text)].filter((character) => isSeen(character) && !glyphs.find(character, false))
}

/**
 * Draws a passage of a book as a PNG 1080 pixels wide, in the colours of the book's cover: the lines, the source, the
 * cover, and a QR code of the book's page.
 */
export async function drawPassagePicture({ lines, ...source }: PassageContent): Promise<Buffer> {
  const { book } = source
  const palette = choosePalette(book, `${book.title}/${book.authors.join('/')}`)
  const passage = await drawLines(lines)
  const sourceTop = Math.round(passage.bottom + 88)
  const bottom = sourceTop + cover.height + 64
  const height = bottom + edge
  const parts = [
    `<path fill="${palette.deep}" d="${rectangle(0, 0, width, height)}"/>`,
    `<path fill="${mix(palette.pale, '#ffffff', 0.55)}" d="${rectangle(edge, edge, width - 2 * edge, bottom - edge)}"/>`,
    `<path fill="${palette.accent}" d="${rectangle(left, 128, 56, 6)}"/>`,
    passage.drawing,
    await drawSource(source, sourceTop, palette.deep),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
  const sharp = await loadSharp()
  const thumbnail = await sharp(Buffer.from(await drawCover(book)))
    .resize(cover.width, cover.height, { fit: 'fill' })
    .png()
    .toBuffer()
  return sharp(Buffer.from(svg))
    .composite([{ input: thumbnail, left, top: sourceTop }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Sets the lines of the passage one below the other, as large as its length allows. */
async function drawLines(lines: string[]): Promise<{ drawing: string; bottom: number }> {
  const length = [...lines.join('')].length
  const shown = length <= 40 ? lines.flatMap(splitClauses) : lines
  const longest = Math.max(...shown.map((line) => [...line].length))
  const smallest = length <= 40 ? 60 : length <= 100 ? 50 : 42
  const size = Math.max(smallest, Math.min(96, Math.floor(room / longest / 1.06), Math.floor(800 / shown.length)))
  const style: LineStyle = { maxSize: size, spacing: 0.04, leading: 1.65, isProse: true, weight: 500 }
  let drawing = ''
  let y = 184
  for (const line of shown) {
    const setting = await setLine(line, { x: left, y, width: room, height: size }, style)
    drawing += inkText(setting.glyphs, ink)
    y += setting.extent.height + size * 0.65
  }
  return { drawing, bottom: y - size * 0.65 }
}

/** Divides a line after each clause, unless a clause is so long that it would need two lines. */
function splitClauses(line: string): string[] {
  const clauses = line.match(/[^，。；：！？、]+[，。；：！？、”’」』）]*/g) ?? [line]
  return clauses.join('') === line && clauses.every((clause) => [...clause].length <= 12) ? clauses : [line]
}

/**
 * Draws the source beside the cover: the book with its author and chapter or, for a text in an anthology, this text
 * with its author and the book. Below them stands the site, and at the right a QR code.
 */
async function drawSource({ book, chapter, by, site }: Source, top: number, color: string): Promise<string> {
  const x = left + cover.width + 32
  const lineAt = (text: string, y: number, style: LineStyle) =>
    setLine(text, { x, y: top + y, width: code.x - 24 - x, height: style.maxSize * 1.3 }, style)
  const address = `${site.publicUrl}/book/${book.id}`
  const isPart = by !== '' && chapter !== '' && chapter !== book.title
  const [title, first, second] = isPart
    ? [chapter, by, `《${book.title}》`]
    : [book.title, by || book.authors.join('、'), chapter === book.title ? '' : chapter]
  const [name, one, two, siteName, hint] = await Promise.all([
    lineAt(`《${title}》`, 0, { maxSize: 38, maxLines: 1, weight: 700 }),
    lineAt(first, 60, { maxSize: 28, maxLines: 1, weight: 500 }),
    lineAt(second, 104, { maxSize: 28, maxLines: 1, weight: 500 }),
    lineAt(site.name, 160, { maxSize: 26, maxLines: 1, weight: 700 }),
    lineAt(`扫码打开 ${URL.parse(address)?.host ?? ''}`, 200, { maxSize: 22, maxLines: 1, weight: 500 }),
  ])
  return [
    ...[name, one, two].map(({ glyphs }) => inkText(glyphs, ink)),
    ...[siteName, hint].map(({ glyphs }) => inkText(glyphs, color)),
    drawCode(address, { ...code, y: top + cover.height - code.size }),
  ].join('')
}
