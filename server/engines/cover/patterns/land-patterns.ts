import { type Canvas, createTerrain, fill, mix, type Point, ring, smooth, stroke, times } from './pattern-canvas.ts'

/** Draws a cover pattern of terraced fields (梯田) along a slope. */
export function drawTerraces(canvas: Canvas): string {
  const { width, height, random, tones } = canvas
  const terrain = createTerrain(canvas, 7)
  const bands = times(26, (index) => {
    const base = (index / 25) ** 1.15 * height * 1.12 - height * 0.04
    const points = times(17, (i): Point => {
      const x = -10 + ((width + 20) * i) / 16
      return [x, base + terrain(x, base) * 85]
    })
    const shade = [tones.ground, tones.soft, mix(tones.ground, tones.line, 0.75), mix(tones.ground, tones.soft, 0.5)]
    const color = random.chance(0.05) ? tones.accent : (shade[random.whole(0, 3)] ?? tones.soft)
    return `<path fill="${color}" stroke="${tones.line}" stroke-width="1.6" d="${smooth(points)}V${height + 9}H-10z"/>`
  })
  return bands.join('')
}

/** Draws a cover pattern of a river delta (江河入海) with its branches. */
export function drawDelta({ width, height, random, tones }: Canvas): string {
  const shore = height * 0.88
  const groups = new Map<number, string>()
  function flow(x: number, y: number, angle: number, size: number): void {
    const length = height * random.between(0.13, 0.2)
    const swing = random.pick([-1, 1]) * (size * 0.8 + 9)
    const points = times(6, (i): Point => {
      const along = (length * i) / 5
      const sway = Math.sin((i / 5) * Math.PI * 2) * swing
      return [x + Math.sin(angle) * along + sway * Math.cos(angle), y + Math.cos(angle) * along]
    })
    groups.set(size, (groups.get(size) ?? '') + smooth(points))
    const [endX, endY] = points.at(-1) ?? [x, y]
    if (endY > shore + 20 || size < 3.4) return
    const next = +(size * 0.72).toFixed(1)
    const spread = random.between(0.28, 0.5)
    flow(endX, endY, angle * 0.7 - spread, next)
    if (size > 4.5 || random.chance(0.6)) flow(endX, endY, angle * 0.7 + spread * random.between(0.7, 1.1), next)
  }
  const fields = times(
    (width * height) / 9000,
    () => `M${random.whole(0, width)} ${random.whole(0, shore)}h${random.whole(14, 44)}`,
  )
  flow(width * random.between(0.35, 0.6), -10, random.between(-0.2, 0.2), Math.max(13, Math.round(width / 25)))
  const rivers = [...groups].map(([size, d]) => stroke(d, tones.line, size, ' stroke-linecap="round"'))
  const sea = times(5, (row) =>
    smooth(times(width / 26 + 2, (i): Point => [i * 26 - 10, shore + 16 + row * 19 + (i % 2 ? 6 : -6)])),
  )
  const waves =
    fill(`${sea[0] ?? ''}V${height + 9}H-10z`, tones.line) + stroke(sea.slice(1).join(''), tones.ground, 2.4)
  return (
    stroke(fields.join(''), tones.soft, 2.4) +
    rivers.join('') +
    waves +
    fill(ring(width * 0.78, height * 0.13, Math.min(width, height) * 0.05), tones.accent)
  )
}

/** Draws a cover pattern of geological layers (地层), each with its own texture. */
export function drawStrata({ width, height, random, tones }: Canvas): string {
  let y = height * 0.1
  const layers: string[] = []
  for (let kind = random.whole(0, 3); y < height; kind++) {
    const depth = random.between(0.05, 0.13) * Math.max(height, 500)
    const phase = random.between(0, 6)
    const top = times(13, (i): Point => [
      -10 + ((width + 20) * i) / 12,
      y + Math.sin(i * 0.7 + phase) * 12 + random.between(-4, 4),
    ])
    const base =
      [tones.ground, tones.soft, mix(tones.ground, tones.line, 0.8), mix(tones.ground, tones.soft, 0.5)][kind % 4] ??
      tones.soft
    layers.push(`<path fill="${base}" stroke="${tones.line}" stroke-width="2" d="${smooth(top)}V${height + 9}H-10z"/>`)
    const grains = times(
      (width / 24) * (depth / 22),
      () => [random.between(0, width), y + random.between(22, depth)] as Point,
    )
    if (kind % 4 === 0) layers.push(fill(grains.map(([x, at]) => ring(x, at, 2)).join(''), tones.line))
    if (kind % 4 === 3)
      layers.push(stroke(grains.map(([x, at]) => `M${Math.round(x)} ${Math.round(at)}h16`).join(''), tones.line, 2))
    y += depth
  }
  const shell = [26, 18, 10].map((r) => ring(width * 0.68, height * 0.62, r)).join('')
  return layers.join('') + stroke(shell, tones.accent, 4)
}
