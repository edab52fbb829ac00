import { ink, paper, type Scheme } from '#server/engines/cover/patterns/cover-palettes.ts'
import { type CoverSheet, sheetHeight, sheetWidth } from './cover-sheet.ts'
import {
  wholeSheet,
  authorStyle,
  centredAuthor,
  authorColumn,
  subtitleStyle,
  centredSubtitle,
} from './layout-styles.ts'
import { mix, ring } from '#server/engines/cover/patterns/pattern-canvas.ts'
import { inkText } from '#server/engines/cover/type/text-ink.ts'

/** Lays out a book cover with the pattern inside a large disc (满月, full moon). */
export function layMoon(sheet: CoverSheet): void {
  const { deep, pale } = sheet.palette
  const isDark = sheet.random.chance(0.65)
  const [ground, type] = isDark ? [deep, paper] : [pale, ink]
  sheet.paint(wholeSheet, ground)
  const isDown = sheet.fitsColumns && sheet.random.chance(0.6)
  const r = isDown ? 240 : 206
  const [cx, cy] = isDown ? [sheet.random.pick([120, 152]), 628] : [300, 300]
  const clip = sheet.clip(ring(cx, cy, r))
  sheet.pattern({ x: cx - r, y: cy - r, width: 2 * r, height: 2 * r }, isDark ? 'paper' : 'bold', { clip })
  sheet.add(`<circle cx="${cx}" cy="${cy}" r="${r + 12}" fill="none" stroke="${type}" stroke-width="1.6"/>`)
  if (isDown) {
    const box = { x: 418, y: 66, width: 128, height: 640 }
    sheet.write('title', box, { direction: 'down', maxSize: 122, leading: 1.12, maxLines: 2 }, type)
    sheet.write('author', { x: 56, y: 70, width: 66, height: 280 }, { ...authorColumn, block: 'end' }, type)
    if (!sheet.seal(548, 846, { on: isDark ? 'deep' : 'paper' })) sheet.logo(532, 832, type)
    return
  }
  const title = sheet.write(
    'title',
    { x: 50, y: 566, width: 500, height: sheet.text.subtitle ? 176 : 222 },
    { direction: 'across', maxSize: 140, leading: 1.14, align: 'center', maxLines: 3 },
    type,
  )
  sheet.write('subtitle', { x: 60, y: 566 + title.extent.height + 16, width: 480, height: 60 }, centredSubtitle, type)
  sheet.write('author', { x: 80, y: 820, width: 440, height: 30 }, centredAuthor, type)
  sheet.seal(cx + r + 12, cy + r + 12, { on: 'deep' })
}

/** Lays out a cover with a bookplate (书票) in the middle of the pattern. */
export function layPlate(sheet: CoverSheet): void {
  sheet.pattern(wholeSheet, sheet.random.pick(['bold', 'quiet', 'tint', 'bold']))
  const style = { direction: 'across', maxSize: 112, leading: 1.18, align: 'center', maxLines: 4 } as const
  const title = sheet.measure('title', { x: 0, y: 0, width: 356, height: 300 }, style)
  const subtitle = sheet.measure('subtitle', { x: 0, y: 0, width: 356, height: 70 }, centredSubtitle)
  const height = Math.round(title.extent.height + (subtitle.lines ? subtitle.extent.height + 22 : 0) + 190)
  const y = Math.round(sheet.random.pick([0.32, 0.4]) * (sheetHeight - height))
  sheet.paint({ x: 84, y, width: 432, height }, paper)
  sheet.frame({ x: 94, y: y + 10, width: 412, height: height - 20 }, sheet.palette.deep, 3)
  sheet.frame({ x: 101, y: y + 17, width: 398, height: height - 34 }, sheet.palette.deep, 1.2)
  sheet.write('title', { x: 122, y: y + 58, width: 356, height: 300 }, style, ink)
  const under = y + 58 + title.extent.height
  sheet.write('subtitle', { x: 122, y: under + 20, width: 356, height: 70 }, centredSubtitle, ink)
  sheet.rule(270, y + height - 100, 60, sheet.palette.seal, 3)
  sheet.write(
    'author',
    { x: 122, y: y + height - 78, width: 356, height: 30 },
    { ...authorStyle, maxSize: 28, align: 'center' },
    ink,
  )
  sheet.seal(sheetWidth - 54, sheetHeight - 54, { on: 'deep' })
}

/** Lays out a book cover with the pattern at the bottom of a coloured cover, like a distant landscape (远景). */
export function layHorizon(sheet: CoverSheet): void {
  const scheme = sheet.isSky ? 'quiet' : sheet.random.pick<Scheme>(['bold', 'quiet', 'tint'])
  const tones = sheet.tones(scheme)
  const type = scheme === 'tint' ? ink : paper
  const isDown = sheet.fitsColumns && sheet.text.title.length <= 6 && sheet.random.chance(0.7)
  const rise = isDown ? 400 : 500
  sheet.paint(wholeSheet, tones.ground)
  // A cover pattern of the sky would look cut off at its lower edge, so it fills the whole cover behind the title.
  sheet.pattern(sheet.isSky ? wholeSheet : { x: 0, y: sheetHeight - rise, width: sheetWidth, height: rise }, tones)
  if (isDown) {
    sheet.write(
      'title',
      { x: 300, y: 62, width: 244, height: sheetHeight - rise - 90 },
      { direction: 'down', maxSize: 124, leading: 1.14, maxLines: 3 },
      type,
    )
    sheet.write(
      'author',
      { x: 54, y: 66, width: 66, height: sheetHeight - rise - 100 },
      { ...authorColumn, block: 'end' },
      type,
    )
  } else {
    const title = sheet.write(
      'title',
      { x: 54, y: 62, width: 492, height: 220 },
      { direction: 'across', maxSize: 150, leading: 1.14, maxLines: 3 },
      type,
    )
    sheet.write('subtitle', { x: 56, y: 62 + title.extent.height + 28, width: 490, height: 60 }, subtitleStyle, type)
    sheet.write(
      'author',
      { x: 56, y: 62 + title.extent.height + (sheet.text.subtitle ? 100 : 34), width: 480, height: 30 },
      authorStyle,
      type,
    )
  }
  sheet.seal(548, 846, { on: 'deep' })
}

/** Lays out a cover with one character of the title drawn so large that it extends beyond the cover (一字). */
export function layGlyph(sheet: CoverSheet): void {
  const { deep, middle, pale } = sheet.palette
  const isDark = sheet.random.chance(0.6)
  const [ground, shade, type] = isDark ? [deep, mix(deep, middle, 0.42), paper] : [pale, mix(pale, middle, 0.6), ink]
  sheet.paint(wholeSheet, ground)
  const char =
    [...sheet.text.title].find((character) => /\p{Script=Han}/u.test(character) && !/[的之一我与和]/.test(character)) ??
    ''
  const outline = sheet.glyphOf('title', char)
  if (outline)
    sheet.add(
      inkText([{ char, outline, size: 620, x: sheet.random.pick([-60, 10, 60]), y: 570, isTurned: false }], shade),
    )
  const style = { direction: 'across', maxSize: 84, leading: 1.18, maxLines: 3 } as const
  const title = sheet.measure('title', { x: 0, y: 0, width: 492, height: 210 }, style)
  const top = 782 - title.extent.height - (sheet.text.subtitle ? 70 : 0)
  sheet.write('title', { x: 54, y: top, width: 492, height: 210 }, style, type)
  sheet.write('subtitle', { x: 56, y: top + title.extent.height + 24, width: 490, height: 60 }, subtitleStyle, type)
  sheet.pattern({ x: 0, y: 0, width: 34, height: sheetHeight }, isDark ? 'quiet' : 'bold', { distance: 2.4 })
  sheet.write('author', { x: 56, y: 818, width: 400, height: 32 }, authorStyle, type)
  sheet.seal(548, 124, { on: isDark ? 'deep' : 'paper' })
}
