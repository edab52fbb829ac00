import type { Site } from '#shared/api/site.ts'
import { loadSharp } from '#server/picture/load-sharp.ts'
import { mix, rectangle } from '#server/cover/patterns/pattern-canvas.ts'
import { ink } from '#server/cover/patterns/cover-palettes.ts'
import { inkText } from '#server/cover/type/text-ink.ts'
import { loadGlyphs } from '#server/cover/type/glyph-outlines.ts'
import type { CoverBook } from './cover-book.ts'
import { choosePalette } from './cover-choice.ts'
import { drawCover } from './draw-cover.ts'
import { type LineStyle, setLine } from './draw-share-picture.ts'

interface PassageContent {
  book: CoverBook
  /** The lines of the passage. */
  lines: string[]
  /** Title of the chapter; may be empty. */
  chapter: string
  site: Pick<Site, 'name' | 'publicUrl'>
}

const width = 1080
const edge = 48
const left = 128
const room = width - 2 * left
const cover = { width: 152, height: 228 }

/** Returns the characters in the given lines for which the typeface of the pictures has no glyph. */
export async function listUndrawable(lines: string[]): Promise<string[]> {
  const text = lines.join('')
  const glyphs = await loadGlyphs(text, 500)
  const isSeen = (character: string) => !/[\s\p{Cf}\p{Variation_Selector}]/u.test(character)
  return [...new Set(text)].filter((character) => isSeen(character) && !glyphs.find(character, false))
}

/**
 * Draws a passage of a book as a PNG 1080 pixels wide, in the colours of the book's cover: the lines, the title, the
 * authors, the chapter, the cover, and the URL of the book's page.
 */
export async function drawPassagePicture({ book, lines, chapter, site }: PassageContent): Promise<Buffer> {
  const palette = choosePalette(book, `${book.title}/${book.authors.join('/')}`)
  const passage = await drawLines(lines)
  const sourceTop = passage.bottom + 72
  const bottom = sourceTop + cover.height + 64
  const height = bottom + edge
  const parts = [
    `<path fill="${palette.deep}" d="${rectangle(0, 0, width, height)}"/>`,
    `<path fill="${mix(palette.pale, '#ffffff', 0.55)}" d="${rectangle(edge, edge, width - 2 * edge, bottom - edge)}"/>`,
    `<path fill="${palette.accent}" d="${rectangle(left, 128, 56, 6)}"/>`,
    passage.drawing,
    await drawSource({ book, chapter, site, top: sourceTop, color: palette.deep }),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
  const sharp = await loadSharp()
  const thumbnail = await sharp(Buffer.from(await drawCover(book)))
    .resize(cover.width, cover.height, { fit: 'fill' })
    .png()
    .toBuffer()
  const at = { left: width - left - cover.width, top: Math.round(sourceTop) }
  return sharp(Buffer.from(svg))
    .composite([{ input: thumbnail, ...at }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Sets the lines of the passage one below the other; a short passage is set in larger type. */
async function drawLines(lines: string[]): Promise<{ drawing: string; bottom: number }> {
  const length = [...lines.join('')].length
  const size = length <= 40 ? 60 : length <= 100 ? 50 : 42
  const style: LineStyle = { maxSize: size, spacing: 0.04, leading: 1.65, isProse: true, weight: 500 }
  let drawing = ''
  let y = 184
  for (const line of lines) {
    const setting = await setLine(line, { x: left, y, width: room, height: size }, style)
    drawing += inkText(setting.glyphs, ink)
    y += setting.extent.height + size * 0.65
  }
  return { drawing, bottom: y - size * 0.65 }
}

interface Source extends Pick<PassageContent, 'book' | 'chapter' | 'site'> {
  top: number
  color: string
}

/**
 * Draws the title, the authors and the chapter beside the cover, and below them the name of the site and the URL of the
 * book.
 */
async function drawSource({ book, chapter, site, top, color }: Source): Promise<string> {
  const beside = room - cover.width - 40
  const lineAt = (text: string, y: number, style: LineStyle) =>
    setLine(text, { x: left, y, width: beside, height: style.maxSize * 1.3 }, style)
  const author = [book.authors.join('、'), chapter === book.title ? '' : chapter]
    .filter((text) => text !== '')
    .join('　')
  const name = await lineAt(`《${book.title}》`, top, { maxSize: 40, maxLines: 1, weight: 700 })
  const people = await lineAt(author, top + 66, { maxSize: 28, maxLines: 1, weight: 500 })
  const siteName = await lineAt(site.name, top + 154, { maxSize: 26, maxLines: 1, weight: 700 })
  const address = await lineAt(`${site.publicUrl}/book/${book.id}`, top + 198, {
    maxSize: 22,
    maxLines: 1,
    weight: 500,
  })
  return (
    inkText(name.glyphs, ink) +
    inkText(people.glyphs, ink) +
    inkText(siteName.glyphs, color) +
    inkText(address.glyphs, color)
  )
}
