import { paper } from '#server/engines/cover/patterns/cover-palettes.ts'
import type { CoverSheet } from './cover-sheet.ts'
import { wholeSheet, centredAuthor, centredSubtitle } from './layout-styles.ts'

/** Lays out a cover with the pattern visible through a Chinese garden window (漏窗). */
export function layWindow(sheet: CoverSheet): void {
  const { deep, middle } = sheet.palette
  const ground = deep
  sheet.paint(wholeSheet, ground)
  const shape = sheet.random.pick([drawOctagon, drawQuatrefoil, drawArch, drawFan])
  const clip = sheet.clip(shape(300, 296, 1))
  sheet.pattern({ x: 64, y: 60, width: 472, height: 472 }, 'paper', { clip })
  sheet.add(`<path fill="none" stroke="${middle}" stroke-width="2" d="${shape(300, 296, 1.055)}"/>`)
  const title = sheet.write(
    'title',
    { x: 50, y: 580, width: 500, height: sheet.text.subtitle ? 160 : 210 },
    { direction: 'across', maxSize: 132, leading: 1.16, align: 'center', maxLines: 3 },
    paper,
  )
  sheet.write('subtitle', { x: 60, y: 580 + title.extent.height + 16, width: 480, height: 60 }, centredSubtitle, paper)
  sheet.write('author', { x: 80, y: 820, width: 440, height: 30 }, centredAuthor, paper)
  sheet.seal(548, 92 + 20, { on: 'deep' })
}

function drawOctagon(cx: number, cy: number, grow: number): string {
  const r = 228 * grow
  const k = Math.round(r * 0.414)
  return `M${cx - k} ${cy - r}H${cx + k}L${cx + r} ${cy - k}V${cy + k}L${cx + k} ${cy + r}H${cx - k}L${cx - r} ${cy + k}V${cy - k}z`
}

function drawQuatrefoil(cx: number, cy: number, grow: number): string {
  const k = +(118 * grow).toFixed(1)
  const arc = (x: number, y: number) => `a${k} ${k} 0 0 1 ${x} ${y}`
  return `M${cx - k} ${cy - k}${arc(2 * k, 0)}${arc(0, 2 * k)}${arc(-2 * k, 0)}${arc(0, -2 * k)}z`
}

function drawArch(cx: number, cy: number, grow: number): string {
  const [r, b] = [178 * grow, 232 * grow]
  return `M${cx - r} ${cy + b}V${cy - b + r}a${r} ${r} 0 0 1 ${2 * r} 0V${cy + b}z`
}

function drawFan(cx: number, cy: number, grow: number): string {
  const [outer, inner, half] = [430 * grow, 150 / grow, 0.56 + (grow - 1) * 0.35]
  const pivot = cy + 320
  const [sin, cos] = [Math.sin(half), Math.cos(half)]
  const at = (r: number, side: number) => `${Math.round(cx + side * sin * r)} ${Math.round(pivot - cos * r)}`
  return `M${at(outer + 60, -1)}A${outer + 60} ${outer + 60} 0 0 1 ${at(outer + 60, 1)}L${at(inner + 20, 1)}A${inner + 20} ${inner + 20} 0 0 0 ${at(inner + 20, -1)}z`
}
