import { type Canvas, fill, type Point, ring, stroke, times } from './pattern-canvas.ts'

/** Draws a cover pattern of biological cells (细胞). */
export function drawCells({ width, height, random, tones }: Canvas): string {
  const cells: { x: number; y: number; r: number }[] = []
  for (let tries = 0; tries < 900 && cells.length < 150; tries++) {
    const [x, y] = [random.between(0, width), random.between(0, height)]
    const room = Math.min(66, ...cells.map((cell) => Math.hypot(cell.x - x, cell.y - y) - cell.r - 5))
    if (room > 9) cells.push({ x, y, r: room })
  }
  const walls = cells.map(({ x, y, r }) => ring(x, y, r)).join('')
  const cores = cells
    .filter(({ r }) => r > 16)
    .map(({ x, y, r }) => ring(x + r * 0.16, y - r * 0.1, r * 0.36))
    .join('')
  const big = cells.find(({ r }) => r > 40) ?? { x: width / 2, y: height / 2, r: 40 }
  return (
    fill(walls, tones.soft, ' fill-opacity=".5"') +
    stroke(walls, tones.line, 3) +
    fill(cores, tones.line) +
    fill(ring(big.x, big.y, big.r * 0.5), tones.accent)
  )
}

/** Draws a cover pattern of the circles and chords of a geometric construction (尺规). */
export function drawProof({ width, height, random, tones }: Canvas): string {
  const r = Math.min(width, height) * random.between(0.24, 0.3)
  const [cx, cy] = [width / 2, height / 2]
  const petals = times(6, (i): Point => [cx + r * Math.cos((i * Math.PI) / 3), cy + r * Math.sin((i * Math.PI) / 3)])
  const outer = times(6, (i): Point => [
    cx + r * 1.732 * Math.cos((i * Math.PI) / 3 + Math.PI / 6),
    cy + r * 1.732 * Math.sin((i * Math.PI) / 3 + Math.PI / 6),
  ])
  const circles = [[cx, cy] as Point, ...petals, ...outer].map(([x, y]) => ring(x, y, r)).join('')
  const chords = outer.map(([x, y], i) => {
    const [ax, ay] = outer[(i + 2) % 6] ?? [cx, cy]
    return `M${Math.round(x)} ${Math.round(y)}L${Math.round(ax)} ${Math.round(ay)}`
  })
  const axes = `M0 ${Math.round(cy)}H${width}M${Math.round(cx)} 0V${height}`
  const marks = [...petals, ...outer].map(([x, y]) => ring(x, y, 5)).join('')
  return (
    stroke(axes, tones.soft, 1.6, ' stroke-dasharray="9 7"') +
    stroke(circles, tones.line, 2) +
    stroke(chords.join(''), tones.soft, 2.4) +
    fill(marks, tones.line) +
    fill(ring(cx, cy, 11), tones.accent)
  )
}

/** Draws a cover pattern of lances with a few flags (旌旗). */
export function drawBanners({ width, height, random, tones }: Canvas): string {
  const lances = times(width / 13, () => {
    const [x, top, lean] = [
      random.whole(-40, width + 40),
      random.between(0.06, 0.5) * height,
      random.between(-0.16, 0.16),
    ]
    return { x, top, foot: x - lean * (height - top) }
  })
  const poles = lances.map(({ x, top, foot }) => `M${x} ${Math.round(top)}L${Math.round(foot)} ${height}`).join('')
  const tips = lances.map(({ x, top }) => `M${x - 4} ${Math.round(top)}l4-20 4 20z`).join('')
  const flags = lances
    .filter((_, i) => i % 4 === 0)
    .map(({ x, top }, i) => {
      const length = random.between(56, 120)
      return fill(
        `M${x} ${Math.round(top + 12)}q${Math.round(length * 0.5)}-14 ${Math.round(length)} 14q-${Math.round(length * 0.4)} 2-${Math.round(length)} 44z`,
        i % 3 ? tones.soft : tones.accent,
      )
    })
  return flags.join('') + stroke(poles, tones.line, 2.6) + fill(tips, tones.line)
}
