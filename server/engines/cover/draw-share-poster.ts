import { shorten } from '#shared/shorten.ts'
import { encode } from 'uqr'
import { rectangle } from '#server/engines/cover/patterns/pattern-canvas.ts'
import { ink, paper } from '#server/engines/cover/patterns/cover-palettes.ts'
import { inkText } from '#server/engines/cover/type/text-ink.ts'
import type { Box } from '#server/engines/cover/type/text-setting.ts'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import {
  drawShadow,
  hairline,
  type LineStyle,
  muted,
  placeGlobe,
  placeShippedLogo,
  programAccent,
  setLine,
  type ShareContent,
} from './draw-share-picture.ts'

/** Width and height of a poster in pixels. */
const width = 1080
const height = 1440
const margin = 84
const room = width - 2 * margin
const coverBox: Box = { x: 338, y: 96, width: 404, height: 606 }
const globeBoxes = { alone: { x: 240, y: 92, size: 600 }, besideCover: { x: 812, y: 482, size: 200 } }
const codeBox = { x: width - margin - 200, y: 1156, size: 200 }

/**
 * Draws a poster of a page as a PNG of 1080 × 1440 pixels: the cover or the globe, the title, the lines, and a QR code
 * that leads to `address`. Visitors share the poster in apps that open no links.
 */
export async function drawSharePoster(content: ShareContent, address: string): Promise<Buffer> {
  const accent = content.site.colors?.accent ?? programAccent
  const parts = [
    `<path fill="${paper}" d="${rectangle(0, 0, width, height)}"/><path fill="${accent}" d="${rectangle(0, 0, width, 12)}"/>`,
    placeGlobe(content.globe, content.cover ? globeBoxes.besideCover : globeBoxes.alone),
    content.cover ? drawShadow(coverBox) : '',
    await drawTexts(content),
    await drawFooter(content.site, address),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
  const sharp = await loadSharp()
  const { x: left, y: top, width: w, height: h } = coverBox
  const layers = content.cover
    ? [{ input: await sharp(Buffer.from(content.cover)).resize(w, h, { fit: 'fill' }).png().toBuffer(), left, top }]
    : []
  return sharp(Buffer.from(svg)).composite(layers).png({ compressionLevel: 9 }).toBuffer()
}

/**
 * Draws the title, the first line of the content below it, and then the second line or else the names of the places,
 * all centred.
 */
async function drawTexts({ title, lines, placeNames = [] }: ShareContent): Promise<string> {
  const [below = '', ...longer] = lines.filter((line) => line !== '')
  const heading = await setLine(title, { x: margin, y: 752, width: room, height: 150 }, headingStyle)
  let y = 752 + heading.extent.height + 22
  const line = await setLine(below, { x: margin, y, width: room, height: 40 }, lineStyle)
  y += line.extent.height + 30
  const text = longer[0] ?? placeNames.join(' · ')
  const rows = Math.max(1, Math.min(3, Math.floor((1090 - y) / proseHeight)))
  const shortened = shorten(text, rows * Math.floor(room / 33) - 1)
  const prose = await setLine(shortened, { x: margin, y, width: room, height: rows * proseHeight }, proseStyle)
  return inkText(heading.glyphs, ink) + inkText(line.glyphs, ink) + inkText(prose.glyphs, muted)
}

async function drawFooter({ name, tagline, logo }: ShareContent['site'], address: string): Promise<string> {
  const x = logo === null ? margin + 60 : margin
  const beside = codeBox.x - 40 - margin
  const [site, motto, hint, url] = await Promise.all([
    setLine(name, { x, y: 1174, width: beside - 60, height: 46 }, siteStyle),
    setLine(tagline, { x: margin, y: 1240, width: beside, height: 34 }, smallStyle),
    setLine('扫码打开', { x: margin, y: 1290, width: beside, height: 34 }, smallStyle),
    setLine(URL.parse(address)?.host ?? '', { x: margin, y: 1330, width: beside, height: 30 }, smallStyle),
  ])
  return [
    `<path stroke="${hairline}" stroke-width="2" d="M${margin} 1120h${room}"/>`,
    logo === null ? placeShippedLogo({ x: margin, y: 1172, size: 46 }) : '',
    inkText(site.glyphs, ink),
    ...[motto, hint, url].map(({ glyphs }) => inkText(glyphs, muted)),
    drawCode(address, codeBox),
  ].join('')
}

/** Draws the QR code of an address black on white, because cameras require it. */
export function drawCode(address: string, { x, y, size: side }: { x: number; y: number; size: number }): string {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, down) =>
    row.flatMap((isDark, along) => (isDark ? [`M${along} ${down}h1v1h-1z`] : [])),
  )
  return `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark.join('')}" fill="#000"/></svg>`
}

const proseHeight = 54
const headingStyle: LineStyle = {
  maxSize: 68,
  leading: 1.25,
  spacing: 0.03,
  maxLines: 2,
  weight: 700,
  align: 'center',
}
const lineStyle: LineStyle = { maxSize: 32, spacing: 0.04, maxLines: 1, weight: 500, align: 'center' }
const proseStyle: LineStyle = {
  maxSize: 32,
  spacing: 0.02,
  leading: 1.65,
  isProse: true,
  weight: 500,
  align: 'center',
}
const siteStyle: LineStyle = { maxSize: 38, maxLines: 1, weight: 700 }
const smallStyle: LineStyle = { maxSize: 26, spacing: 0.04, maxLines: 1, weight: 500 }
