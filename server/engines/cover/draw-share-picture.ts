import { shorten } from '#shared/shorten.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { enclosingCenter } from '#shared/enclosing-center.ts'
import type { Site } from '#shared/api/site.ts'
import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import { ink, paper } from '#server/engines/cover/patterns/cover-palettes.ts'
import { plainText } from './cover-text.ts'
import { loadGlyphs, type Weight } from '#server/engines/cover/type/glyph-outlines.ts'
import { rectangle } from '#server/engines/cover/patterns/pattern-canvas.ts'
import { defaultCenter } from '#server/engines/globe/globe-frame.ts'
import { drawGlobe, type GlobeMark } from '#server/engines/globe/draw-globe.ts'
import { drawLifeMap, type NamedSpot, tourScale } from '#server/engines/globe/draw-life-map.ts'
import { inkText } from '#server/engines/cover/type/text-ink.ts'
import { type Box, type Setting, setText, type TextStyle } from '#server/engines/cover/type/text-setting.ts'

interface Point {
  lng: number
  lat: number
}

export interface ShareContent {
  title: string
  /** At most three lines of text beside the book cover in the preview image: the author, followed by descriptions. */
  lines: string[]
  /** The book cover that the preview image shows, as an SVG. */
  cover?: string
  /** The names of the places of a book. */
  placeNames?: string[]
  /**
   * The globe that the preview image shows; it is small if there is a cover beside it. `center` is by default the
   * centre of the marks. The globe of a `tour`, given by its stops, is only the part of the globe around them.
   */
  globe?: { marks: GlobeMark[]; line?: Point[]; center?: Point } | { tour: NamedSpot[] }
  /** The name, logo and colours of the site, which stand on every preview image. */
  site: Pick<Site, 'name' | 'tagline' | 'colors' | 'logo'>
}

const width = 1200
const height = 630
export const muted = '#6b6259'
export const hairline = '#e8e1d6'
export const programAccent = '#fa8c16'
const sea = '#2f6f93'
const coverBox: Box = { x: 84, y: 69, width: 328, height: 492 }
/** Positions of the globe: beside text, and beside the cover of a book. */
const globeBoxes = { large: { x: 668, y: 30, size: 570 }, small: { x: 972, y: 56, size: 160 } }
const shippedLogo = resolve(import.meta.dirname, '../../../web/public/favicon.svg')

/** Draws the preview image that social networks show for a link to a page, as a PNG of 1200 × 630 pixels. */
export async function drawSharePicture(content: ShareContent): Promise<Buffer> {
  const column = content.cover ? { x: 492, width: content.globe ? 456 : 624 } : { x: 84, width: 560 }
  const texts = await drawTexts(content, column)
  const accent = content.site.colors?.accent ?? programAccent
  const globe = placeGlobe(content.globe, content.cover ? globeBoxes.small : globeBoxes.large)
  const back = `<path fill="${paper}" d="${rectangle(0, 0, width, height)}"/><path fill="${accent}" d="${rectangle(0, 0, width, 8)}"/>`
  const shadow = content.cover ? drawShadow(coverBox) : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${back}${globe}${shadow}${texts}</svg>`
  const sharp = await loadSharp()
  const cover =
    content.cover &&
    (await sharp(Buffer.from(content.cover)).resize(coverBox.width, coverBox.height, { fit: 'fill' }).png().toBuffer())
  const base = sharp(Buffer.from(svg))
  const whole = cover ? base.composite([{ input: cover, left: coverBox.x, top: coverBox.y }]) : base
  return whole.png({ compressionLevel: 9 }).toBuffer()
}

type Column = Pick<Box, 'x' | 'width'>

async function drawTexts(
  { title, lines, placeNames = [], cover, site }: ShareContent,
  column: Column,
): Promise<string> {
  const [author = '', ...more] = lines.map(plainText).filter((line) => line !== '')
  const heading = await setLine(title, { ...column, y: 96, height: 178 }, headingStyle)
  const parts = [inkText(heading.glyphs, ink)]
  let y = 96 + heading.extent.height + 34
  if (author) {
    const setting = await setLine(author, { ...column, y, height: 40 }, authorStyle)
    parts.push(inkText(setting.glyphs, ink))
    y += setting.extent.height + 34
  }
  if (placeNames.length > 0) {
    const setting = await setLine(joinPlaces(placeNames), { ...column, y: y - 12, height: 34 }, placesStyle)
    parts.push(inkText(setting.glyphs, sea))
    y += setting.extent.height + 16
  }
  for (const line of more.slice(0, 2)) {
    const room = Math.min(3, Math.floor((470 - y) / 46))
    if (room < 1) break
    const text = shorten(line, room * Math.floor(column.width / 29.5) - 1)
    const setting = await setLine(text, { ...column, y, height: room * 46 }, proseStyle)
    parts.push(inkText(setting.glyphs, muted))
    y += setting.extent.height + 24
  }
  return parts.join('') + (await drawFooter(site, { ...column, width: cover ? 624 : column.width }))
}

async function drawFooter({ name, tagline, logo }: ShareContent['site'], { x, width: room }: Column): Promise<string> {
  const site = await setLine(name, { x: logo === null ? x + 46 : x, y: 525, width: 240, height: 32 }, siteStyle)
  const from = site.extent.x + site.extent.width + 22
  const taglineSetting = await setLine(tagline, { x: from, y: 529, width: x + room - from, height: 26 }, taglineStyle)
  const rule = `<path stroke="${hairline}" stroke-width="2" d="M${x} 505h${room}"/>`
  const emblem = logo === null ? placeShippedLogo({ x, y: 522, size: 36 }) : ''
  return rule + emblem + inkText(site.glyphs, ink) + inkText(taglineSetting.glyphs, muted)
}

export type LineStyle = Omit<TextStyle, 'direction'> & { weight: Weight }

const headingStyle: LineStyle = { maxSize: 84, leading: 1.25, spacing: 0.03, maxLines: 2, weight: 700 }
const authorStyle: LineStyle = { maxSize: 32, spacing: 0.04, maxLines: 1, weight: 500 }
const proseStyle: LineStyle = { maxSize: 28, spacing: 0.02, leading: 1.65, isProse: true, weight: 500 }
const placesStyle: LineStyle = { maxSize: 26, spacing: 0.04, maxLines: 1, weight: 500 }
const siteStyle: LineStyle = { maxSize: 28, maxLines: 1, weight: 700 }
const taglineStyle: LineStyle = { maxSize: 22, spacing: 0.08, maxLines: 1, weight: 500 }

/** Sets a cleaned text in horizontal lines within a box, with the glyphs of the site's typeface. */
export async function setLine(text: string, box: Box, { weight, ...style }: LineStyle): Promise<Setting> {
  const plain = plainText(text)
  return setText(plain, box, { ...style, direction: 'across' }, await loadGlyphs(plain, weight))
}

/** Returns as many names of places as one line holds. */
function joinPlaces(names: string[]): string {
  let line = ''
  for (const name of names) if ([...line, ...name].length < 18) line += line === '' ? name : ` · ${name}`
  return line
}

/** Returns the globe of a preview image as SVG elements; an empty string if the image has no globe. */
export function placeGlobe(globe: ShareContent['globe'], box: { x: number; y: number; size: number }): string {
  if (globe === undefined) return ''
  if ('tour' in globe)
    return placeDrawing(drawLifeMap({ life: globe.tour, works: [], isSmall: true, maxScale: tourScale }), box)
  const { marks, line = [] } = globe
  const { lng, lat } = globe.center ?? enclosingCenter(marks) ?? defaultCenter
  return placeDrawing(drawGlobe({ center: [lng, lat], marks, line, isSmall: marks.length < 100 }), box)
}

/**
 * Draws the logo that the program ships with. Pictures show no logo of the operator, because it may be a photo of any
 * shape.
 */
export function placeShippedLogo(box: { x: number; y: number; size: number }): string {
  return placeDrawing(readFileSync(shippedLogo, 'utf8'), box)
}

/** Puts a complete SVG into another one, as a square. */
function placeDrawing(svg: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const [, viewBox = '', content = ''] = /^<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(svg) ?? []
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${viewBox}">${content}</svg>`
}

/** Draws the shadow that a book casts on a table: a narrow dark shadow and a wide faint one. */
export function drawShadow({ x, y, width: w, height: h }: Box): string {
  const blur = (id: string, size: number) =>
    `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${size}"/></filter>`
  const shade = (id: string, dy: number, opacity: number) =>
    `<path filter="url(#${id})" fill="${ink}" fill-opacity="${opacity}" d="${rectangle(x + 4, y + dy, w - 8, h)}"/>`
  return `<defs>${blur('near', 5)}${blur('far', 22)}</defs>${shade('far', 22, 0.26)}${shade('near', 4, 0.28)}`
}
