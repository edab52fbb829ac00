import { shortCenturyText } from '#shared/year-text.ts'
import type { ShelfMap } from '#shared/api/account/shelf-map.ts'
import type { Site } from '#shared/api/site.ts'
import { plainText } from '#server/engines/cover/cover-text.ts'
import { ink, paper } from '#server/engines/cover/patterns/cover-palettes.ts'
import { rectangle } from '#server/engines/cover/patterns/pattern-canvas.ts'
import { loadGlyphs, type Weight } from '#server/engines/cover/type/glyph-outlines.ts'
import { inkText } from '#server/engines/cover/type/text-ink.ts'
import { setText, type TextStyle } from '#server/engines/cover/type/text-setting.ts'
import { globeSize } from '#server/engines/globe/globe-frame.ts'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'

/** Width and height of a poster in pixels. */
const width = 1080
const height = 1440
const margin = 84
const muted = '#6b6259'
const hairline = '#e8e1d6'
const programAccent = '#fa8c16'
/** Width and height of the globe on the poster, and its distance from the top. */
const globe = { size: 700, top: 292 }

interface Poster {
  title: string
  map: ShelfMap
  /** The globe with the places as an SVG document without text, because a server may lack Chinese fonts. */
  globe: string
  /** The number of books per month, for a poster of one year. */
  months?: number[]
  site: Pick<Site, 'name' | 'tagline' | 'publicUrl' | 'colors'>
}

/** Draws the places of a user's books as an SVG document of 1080 × 1440 pixels, with all text as outlines. */
export async function drawMapPoster({ title, map, globe: drawnGlobe, months, site }: Poster): Promise<string> {
  const accent = site.colors?.accent ?? programAccent
  const sum = `${map.countBooks} 本书 · ${map.countPlaces} 处地方 · ${map.countCountries} 个国家和地区`
  const bars = months
    ? months.map((count, at) => ({ label: String(at + 1), count }))
    : map.centuries.slice(-12).map(({ century, countBooks }) => ({
        label: shortCenturyText(century),
        count: countBooks,
      }))
  const texts = await Promise.all([
    drawLine(title, { y: 96, size: 68, weight: 700, color: ink }),
    drawLine(sum, { y: 214, size: 32, weight: 500, color: muted }),
    drawLine(namesOf(map), { y: 1016, size: 34, weight: 500, color: ink }),
    drawLine(months ? '每个月读完的书' : '写到的世纪', { y: 1090, size: 22, weight: 500, color: muted }),
    drawBars(bars, accent),
    drawLine(site.name, { y: 1344, size: 34, weight: 700, color: ink }),
    drawLine(addressOf(site), { y: 1350, size: 24, weight: 500, color: muted, align: 'end' }),
  ])
  const scale = globe.size / globeSize
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<path fill="${paper}" d="${rectangle(0, 0, width, height)}"/><path fill="${accent}" d="${rectangle(0, 0, width, 12)}"/>
<g transform="translate(${(width - globe.size) / 2} ${globe.top}) scale(${scale})">${drawnGlobe}</g>
<path stroke="${hairline}" stroke-width="2" d="M${margin} 1320h${width - 2 * margin}"/>
${texts.join('\n')}
</svg>`
}

/** Converts a poster to a PNG of the same size. */
export async function toPng(svg: string): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 90 }).toBuffer()
}

/** Returns the names of the places with the most books that fit into one line. */
function namesOf({ places }: ShelfMap): string {
  let line = ''
  for (const { name } of places.slice(0, 12)) {
    const longer = line === '' ? name : `${line} · ${name}`
    if ([...longer].length > 26) break
    line = longer
  }
  return line
}

/** Returns the host of the site, or its motto if the site has no public address. */
function addressOf({ publicUrl, tagline }: Poster['site']): string {
  return URL.parse(publicUrl)?.host ?? tagline
}

interface LineStyle {
  y: number
  size: number
  weight: Weight
  color: string
  align?: TextStyle['align'] & string
  /** The left edge and the width of the line. By default, the line extends from margin to margin. */
  x?: number
  room?: number
}

async function drawLine(
  text: string,
  { y, size, weight, color, align = 'start', x = margin, room = width - 2 * margin }: LineStyle,
): Promise<string> {
  const plain = plainText(text)
  if (plain === '') return ''
  const box = { x, y, width: room, height: size * 1.3 }
  const style: TextStyle = { direction: 'across', maxSize: size, spacing: 0.04, maxLines: 1, align }
  return inkText(setText(plain, box, style, await loadGlyphs(plain, weight)).glyphs, color)
}

/** Draws a small bar chart with a label under each bar. */
async function drawBars(bars: { label: string; count: number }[], accent: string): Promise<string> {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const [bottom, tallest] = [1252, 104]
  const step = (width - 2 * margin) / Math.max(6, bars.length)
  const drawn = bars.map(async ({ label, count }, at) => {
    const tall = Math.round((count / most) * tallest)
    const x = margin + at * step
    const bar = `<path fill="${count > 0 ? accent : hairline}" d="${rectangle(x + step * 0.18, bottom - Math.max(3, tall), step * 0.64, Math.max(3, tall))}"/>`
    return bar + (await drawLine(label, { ...labelStyle, x, y: bottom + 14, room: step }))
  })
  return (await Promise.all(drawn)).join('')
}

const labelStyle = { size: 22, weight: 500, color: muted, align: 'center' } as const
