import { type Canvas, fill, mix, type Point, rectangle, ring, smooth, stroke, times } from './pattern-canvas.ts'

/** Draws a cover pattern of branches with leaves (枝叶). */
export function drawLeaves({ width, height, random, tones }: Canvas): string {
  const parts: Record<'stem' | 'full' | 'light', string[]> = { stem: [], full: [], light: [] }
  const count = Math.max(3, Math.round(width / 120))
  times(count, (i) => {
    const lean = random.between(-0.12, 0.12)
    const root = (width * (i + 0.5)) / count
    const step = random.between(44, 58)
    const at = (y: number) => root + Math.sin((y / height) * 3 + i * 1.7) * 24 + (height - y) * lean
    parts.stem.push(smooth(times(8, (k): Point => [at((height * k) / 7), (height * k) / 7])))
    for (let y = height + 20 - (i % 2) * (step / 2), n = 0; y > -20; y -= step / 2, n++) {
      const side = n % 2 ? 1 : -1
      const leaf = leafAt(at(y), y, side * random.between(0.75, 1.05), step * random.between(1.25, 1.6))
      parts[n % 4 < 2 ? 'full' : 'light'].push(leaf)
    }
  })
  const berries = times(count, () => ring(random.between(0.1, 0.9) * width, random.between(0.1, 0.9) * height, 9))
  return (
    stroke(parts.stem.join(''), tones.line, 3) +
    fill(parts.light.join(''), tones.soft) +
    fill(parts.full.join(''), tones.line) +
    fill(berries.join(''), tones.accent)
  )
}

/** Returns the SVG path of a leaf that starts at (`x`, `y`); `angle` is measured from the vertical. */
function leafAt(x: number, y: number, angle: number, length: number): string {
  const [ux, uy] = [Math.sin(angle), -Math.cos(angle)]
  const w = length * 0.3
  const point = (along: number, aside: number) =>
    `${Math.round(ux * along - uy * aside)} ${Math.round(uy * along + ux * aside)}`
  return `M${Math.round(x)} ${Math.round(y)}q${point(length * 0.45, w)} ${point(length, 0)}q${point(-length * 0.55, -w)} ${point(-length, 0)}z`
}

/** Draws a cover pattern of birch trunks (白桦). */
export function drawBirches({ width, height, random, tones }: Canvas): string {
  const trunks = times(width / 52, (i) => ({
    x: i * 56 + random.between(-12, 18),
    w: random.pick([11, 17, 26, 34]),
  })).sort((a, b) => a.w - b.w)
  const drawn = trunks.map(({ x, w }) => {
    const color = w < 16 ? mix(tones.ground, tones.soft, 0.7) : w < 24 ? tones.soft : tones.line
    const scars = times(height / (w * 4), () => {
      const [side, length] = [random.chance(0.5), w * random.between(0.3, 0.62)]
      return `M${Math.round(side ? x : x + w - length)} ${random.whole(0, height)}h${Math.round(length)}`
    })
    return (
      fill(rectangle(x, -5, w, height + 10), color) +
      (w < 16 ? '' : stroke(scars.join(''), tones.ground, w * 0.14, ' stroke-linecap="round"'))
    )
  })
  const sun = fill(ring(width * random.between(0.3, 0.7), height * 0.3, Math.min(width, height) * 0.12), tones.accent)
  return sun + drawn.join('')
}

/** Draws a cover pattern of a grassland (草原). */
export function drawGrass({ width, height, random, tones }: Canvas): string {
  const horizon = height * 0.34
  const hill = (lift: number) =>
    smooth(times(9, (i): Point => [-10 + ((width + 20) * i) / 8, horizon - lift + Math.sin(i * 0.9 + lift) * 14]))
  const tufts = times(11, (row) => {
    const share = row / 10
    const y = horizon + 24 + share ** 1.4 * (height - horizon)
    return times(width / (22 + share * 22) + 1, (i) => {
      const [x, rise] = [
        Math.round(i * (22 + share * 22) + random.between(-12, 12)),
        Math.round((16 + 52 * share) * random.between(0.7, 1.3)),
      ]
      return `M${x} ${Math.round(y)}q3-${Math.round(rise * 0.7)} ${Math.round(rise * 0.44)}-${rise}M${x} ${Math.round(y)}q-1-${Math.round(rise * 0.5)}-${Math.round(rise * 0.24)}-${Math.round(rise * 0.7)}`
    }).join('')
  })
  const sun = fill(ring(width * random.between(0.25, 0.75), horizon - 40, Math.min(width, height) * 0.1), tones.accent)
  return (
    sun +
    fill(`${hill(26)}V${height}H-10z`, tones.soft) +
    fill(`${hill(0)}V${height}H-10z`, mix(tones.ground, tones.soft, 0.6)) +
    stroke(tufts.join(''), tones.line, 2.5, ' stroke-linecap="round"')
  )
}

/** Draws a cover pattern of tree rings (年轮). */
export function drawRings({ width, height, random, tones }: Canvas): string {
  const center: Point = [width * random.between(0.3, 0.7), height * random.between(0.36, 0.64)]
  const wobble = times(14, () => random.between(-1, 1))
  let r = 16
  const rings: string[] = []
  for (const reach = Math.hypot(width, height) * 0.62; r < reach; r += random.between(13, 30)) {
    const points = times(14, (i): Point => {
      const angle = (i / 14) * Math.PI * 2
      const reachNow = r * (1 + (wobble[i] ?? 0) * 0.09) + random.between(-2, 2)
      return [center[0] + Math.cos(angle) * reachNow, center[1] + Math.sin(angle) * reachNow * 1.12]
    })
    rings.push(
      stroke(smooth(points, true), random.chance(0.24) ? tones.soft : tones.line, random.pick([2.4, 2.4, 4, 8])),
    )
  }
  return rings.join('') + fill(ring(...center, 9), tones.accent)
}
