import { escapeHtml } from '#shared/escape.ts'
import { choosePalette, choosePattern } from './cover-choice.ts'
import { ink, tonesOf } from '#server/engines/cover/patterns/cover-palettes.ts'
import { createRandom, hashToNumber } from '#server/engines/cover/patterns/cover-random.ts'
import { plainText } from './cover-text.ts'
import type { CoverBook } from './cover-book.ts'
import { loadGlyphs } from '#server/engines/cover/type/glyph-outlines.ts'
import { rectangle } from '#server/engines/cover/patterns/pattern-canvas.ts'
import { patterns } from '#server/engines/cover/patterns/pattern-table.ts'
import { inkText } from '#server/engines/cover/type/text-ink.ts'
import { setText } from '#server/engines/cover/type/text-setting.ts'

const width = 960
const height = 540
/** Horizontal position of the border between the video title on the left and the pattern on the right. */
const fold = 520

/**
 * Draws the cover of a video as a complete SVG in 16 : 9 with its title beside a pattern. The same title and tags
 * always give the same cover.
 */
export async function drawVideoCover({ id, title, tags }: Pick<CoverBook, 'id' | 'title' | 'tags'>): Promise<string> {
  const subject: CoverBook = { id, title, tags, authors: [], publishedYear: null }
  const palette = choosePalette(subject, title)
  const view = tonesOf(palette, 'bold')
  const sheet = tonesOf(palette, 'paper')
  const drawn = patterns[choosePattern(subject, title)].draw({
    width: width - fold,
    height,
    random: createRandom(`${title}:drawing`),
    tones: view,
    id: `v${hashToNumber(title).toString(36)}`,
  })
  const name = plainText(title)
  const box = { x: 64, y: 96, width: fold - 128, height: 320 }
  const style = { direction: 'across', maxSize: 76, leading: 1.3, spacing: 0.03, maxLines: 4 } as const
  const { glyphs } = setText(name, box, style, await loadGlyphs(name, 700))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${escapeHtml(name)}</title>
<path fill="${sheet.ground}" d="${rectangle(0, 0, fold, height)}"/>
<svg x="${fold}" y="0" width="${width - fold}" height="${height}"><path fill="${view.ground}" d="${rectangle(0, 0, width - fold, height)}"/>${drawn}</svg>
${inkText(glyphs, ink)}
</svg>
`
}
