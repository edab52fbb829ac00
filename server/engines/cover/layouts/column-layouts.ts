import { ink, paper } from '#server/engines/cover/patterns/cover-palettes.ts'
import { type CoverSheet, sheetHeight, sheetWidth } from './cover-sheet.ts'
import { wholeSheet, authorStyle, authorColumn, subtitleStyle } from './layout-styles.ts'

/** Cover layouts whose title is set in vertical columns. */

/** Lays out a cover with the title on a paper label (题签) that is pasted on a patterned binding. */
export function laySlip(sheet: CoverSheet): void {
  sheet.pattern(wholeSheet, sheet.random.pick(['bold', 'quiet', 'tint', 'bold']))
  const isRight = sheet.random.chance(0.35)
  const title = sheet.measure(
    'title',
    { x: 0, y: 0, width: 190, height: 420 },
    { direction: 'down', maxSize: 104, leading: 1.15, spacing: 0.1 },
  )
  const author = sheet.measure(
    'author',
    { x: 0, y: 0, width: 66, height: 200 },
    { direction: 'down', maxSize: 31, spacing: 0.14, maxLines: 2 },
  )
  const width = Math.max(118, Math.round(title.extent.width + 58))
  const height = Math.round(title.extent.height + author.extent.height + 150)
  const x = isRight ? sheetWidth - 64 - width : 64
  sheet.paint({ x, y: 64, width, height }, paper)
  sheet.frame({ x: x + 8, y: 72, width: width - 16, height: height - 16 }, ink, 1.6)
  const middle = x + width / 2
  sheet.write(
    'title',
    { x: middle - 95, y: 64 + 46, width: 190, height: 420 },
    { direction: 'down', maxSize: 104, leading: 1.15, spacing: 0.1, block: 'center' },
    ink,
  )
  const authorTop = 64 + 46 + title.extent.height + 46
  sheet.write(
    'author',
    { x: middle - 33, y: authorTop, width: 66, height: 200 },
    { direction: 'down', maxSize: 31, spacing: 0.14, block: 'center', maxLines: 2 },
    ink,
  )
  sheet.seal(isRight ? 64 + 60 : sheetWidth - 56, sheetHeight - 56, { on: 'deep' })
}

/** Lays out a cover with the pattern in a strip along one side (分栏). */
export function laySplit(sheet: CoverSheet): void {
  const isLeft = sheet.random.chance(0.5)
  const share = sheet.random.pick([230, 270, 300])
  sheet.paint(wholeSheet, sheet.random.chance(0.5) ? paper : sheet.palette.pale)
  sheet.pattern(
    { x: isLeft ? 0 : sheetWidth - share, y: 0, width: share, height: sheetHeight },
    sheet.random.pick(['bold', 'quiet', 'tint', 'bold']),
  )
  const [from, room] = [isLeft ? share : 0, sheetWidth - share]
  const title = sheet.write(
    'title',
    { x: from + 44, y: 84, width: room - 92, height: 600 },
    { direction: 'down', maxSize: 150, leading: 1.14, spacing: 0.06, block: isLeft ? 'start' : 'center' },
    ink,
  )
  if (sheet.random.chance(0.5)) {
    const [left, right] = [title.extent.x - 20, title.extent.x + title.extent.width + 20]
    sheet.add(
      `<path stroke="${sheet.palette.middle}" stroke-width="1.5" d="M${Math.round(left)} 0V700M${Math.round(right)} 0V700"/>`,
    )
  }
  const sideStyle = { direction: 'down', maxSize: 30, spacing: 0.16, maxLines: 2, align: 'end' } as const
  sheet.write('author', { x: from + 44, y: 520, width: 66, height: 310 }, { ...sideStyle, block: 'end' }, ink)
  if (!sheet.seal(from + room - 48, 830)) sheet.logo(from + room - 60, 818, sheet.palette.deep)
}

/** Lays out a cover whose title is so large that it fills the whole cover (大字). */
export function layGrand(sheet: CoverSheet): void {
  const isDown = sheet.fitsColumns && (sheet.text.title.length > 4 || sheet.random.chance(0.6))
  sheet.paint(wholeSheet, sheet.palette.pale)
  const strip = isDown
    ? { x: 0, y: 0, width: 126, height: sheetHeight }
    : { x: 0, y: 690, width: sheetWidth, height: 210 }
  sheet.pattern(strip, sheet.random.pick(['bold', 'quiet']), { distance: isDown ? 1.3 : 1 })
  const color = sheet.random.chance(0.5) ? ink : sheet.palette.deep
  const box = isDown ? { x: 216, y: 56, width: 336, height: 788 } : { x: 48, y: 56, width: 504, height: 440 }
  const title = sheet.write(
    'title',
    box,
    { direction: isDown ? 'down' : 'across', maxSize: isDown ? 236 : 250, leading: 1.06, spacing: 0.01 },
    color,
  )
  if (isDown) {
    sheet.write('author', { x: 156, y: 60, width: 66, height: 500 }, { ...authorColumn, block: 'end' }, ink)
    if (!sheet.seal(sheet.text.seal.length === 4 ? 230 : 202, 846)) sheet.logo(171, 834, sheet.palette.deep)
    return
  }
  sheet.write('subtitle', { x: 54, y: 56 + title.extent.height + 24, width: 492, height: 66 }, subtitleStyle, ink)
  sheet.write('author', { x: 56, y: 624, width: 400, height: 30 }, authorStyle, ink)
  if (!sheet.seal(548, 656)) sheet.logo(536, 640, sheet.palette.deep)
}

/** Lays out a cover with the pattern on a hanging scroll (立轴) beside the title. */
export function layScroll(sheet: CoverSheet): void {
  const { deep, middle, pale, accent } = sheet.palette
  const isLeft = sheet.random.chance(0.6)
  sheet.paint(wholeSheet, sheet.random.chance(0.6) ? paper : pale)
  const x = isLeft ? 56 : 294
  sheet.paint({ x, y: 0, width: 250, height: 846 }, middle)
  sheet.paint({ x: x - 12, y: 834, width: 274, height: 16 }, deep)
  sheet.paint({ x, y: 118, width: 250, height: 5 }, accent)
  sheet.paint({ x, y: 742, width: 250, height: 5 }, accent)
  sheet.pattern({ x: x + 18, y: 136, width: 214, height: 594 }, sheet.random.pick(['paper', 'bold']), { distance: 1.4 })
  const from = isLeft ? 342 : 40
  sheet.write(
    'title',
    { x: from, y: 118, width: 216, height: 560 },
    { direction: 'down', maxSize: 122, leading: 1.14, block: 'center' },
    ink,
  )
  sheet.write(
    'author',
    { x: from, y: 560, width: 66, height: 288 },
    { ...authorColumn, align: 'end', block: 'end' },
    ink,
  )
  if (!sheet.seal(from + 214, 848)) sheet.logo(from + 200, 836, deep)
}
