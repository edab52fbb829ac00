import { ink, paper } from '#server/engines/cover/patterns/cover-palettes.ts'
import { type CoverSheet, sheetHeight, sheetWidth } from './cover-sheet.ts'
import { wholeSheet, authorStyle, centredAuthor, subtitleStyle, centredSubtitle } from './layout-styles.ts'

/** Lays out a cover with a paper band (腰封) around the book and the pattern above or below the band. */
export function layBand(sheet: CoverSheet): void {
  const isBelow = sheet.random.chance(0.5)
  const style = { direction: 'across', maxSize: 146, leading: 1.18, spacing: 0.05, maxLines: 3 } as const
  const title = sheet.measure('title', { x: 0, y: 0, width: 492, height: 260 }, style)
  const subtitle = sheet.measure('subtitle', { x: 0, y: 0, width: 492, height: 70 }, subtitleStyle)
  const depth = Math.round(Math.max(330, title.extent.height + subtitle.extent.height + 226))
  const top = isBelow ? sheetHeight - depth : 0
  sheet.paint(wholeSheet, paper)
  sheet.pattern(
    { x: 0, y: isBelow ? 0 : depth, width: sheetWidth, height: sheetHeight - depth },
    sheet.random.pick(['bold', 'paper', 'tint', 'bold']),
  )
  sheet.paint({ x: 0, y: isBelow ? top : depth - 10, width: sheetWidth, height: 10 }, sheet.palette.deep)
  const y = top + (isBelow ? 62 : 56)
  sheet.write('title', { x: 54, y, width: 492, height: 260 }, style, ink)
  sheet.write('subtitle', { x: 54, y: y + title.extent.height + 22, width: 492, height: 70 }, subtitleStyle, ink)
  const foot = top + depth - (isBelow ? 50 : 60)
  sheet.write('author', { x: 56, y: foot - 28, width: 380, height: 30 }, { ...authorStyle, block: 'end' }, ink)
  if (!sheet.seal(546, foot + 2)) sheet.logo(535, foot - 12, sheet.palette.deep)
}

/** Lays out a cover with a framed picture (插图) above a centred title. */
export function layVignette(sheet: CoverSheet): void {
  const { deep, pale } = sheet.palette
  sheet.paint(wholeSheet, sheet.random.chance(0.5) ? pale : paper)
  const box = sheet.random.pick([
    { x: 84, y: 84, width: 432, height: 432 },
    { x: 120, y: 84, width: 360, height: 452 },
    { x: 54, y: 54, width: 492, height: 440 },
  ])
  sheet.pattern(box, sheet.random.pick(['bold', 'paper', 'tint', 'bold']))
  sheet.frame({ x: box.x - 12, y: box.y - 12, width: box.width + 24, height: box.height + 24 }, deep, 1.8)
  const top = box.y + box.height + 50
  const style = { direction: 'across', maxSize: 128, leading: 1.16, align: 'center', maxLines: 3 } as const
  const title = sheet.write(
    'title',
    { x: 54, y: top, width: 492, height: 808 - top - (sheet.text.subtitle ? 66 : 26) },
    style,
    ink,
  )
  sheet.write('subtitle', { x: 60, y: top + title.extent.height + 16, width: 480, height: 60 }, centredSubtitle, ink)
  sheet.write('author', { x: 80, y: 822, width: 440, height: 30 }, centredAuthor, ink)
  sheet.seal(box.x + box.width - 22, box.y + box.height + 12 + 24, { on: 'deep' })
}
