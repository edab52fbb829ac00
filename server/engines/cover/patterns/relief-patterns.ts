import { traceLevel } from './contour-tracing.ts'
import {
  type Canvas,
  createTerrain,
  fill,
  isDark,
  mix,
  type Point,
  ring,
  straight,
  stroke,
  times,
} from './pattern-canvas.ts'

/** Draws a cover pattern of contour lines (等高线). */
export function drawContours(canvas: Canvas): string {
  const { width, height, tones } = canvas
  const terrain = createTerrain(canvas, 12)
  const levels = times(19, (index) => -0.8 + index * 0.12)
  const lines = levels.map((level) => traceLevel(terrain, width, height, 26, level))
  const heavy = lines.filter((_, index) => index % 4 === 1).join('')
  const light = lines.filter((_, index) => index % 4 !== 1).join('')
  const peak = findPeak(canvas, terrain)
  const mark = `M${peak[0] - 11} ${peak[1] + 8}h22l-11-19z`
  return (
    stroke(light, tones.line, 1.6, ' stroke-opacity=".75"') + stroke(heavy, tones.line, 3.4) + fill(mark, tones.accent)
  )
}

function findPeak({ width, height }: Canvas, terrain: (x: number, y: number) => number): Point {
  let best: Point = [Math.round(width / 2), Math.round(height / 2)]
  for (let x = 60; x < width - 60; x += 20) {
    for (let y = 60; y < height - 60; y += 20) if (terrain(x, y) > terrain(...best)) best = [x, y]
  }
  return best
}

/** Draws a cover pattern of mountain ridges (山) one behind the other; the farthest is the lightest. */
export function drawMountains({ width, height, random, tones }: Canvas): string {
  const count = Math.max(4, Math.round(height / 140))
  const disc = fill(ring(width * random.between(0.2, 0.8), height * 0.2, Math.min(width, height) * 0.085), tones.accent)
  const ridges = times(count, (index) => {
    const share = index / (count - 1)
    const top = height * (0.3 + 0.58 * share)
    const points = ridge(width, random.between(0.1, 0.24) * Math.min(height, 700) * (1.1 - share * 0.5), top, random)
    const [far, near] = isDark(tones.ground)
      ? [mix(tones.ground, tones.soft, 0.8), mix(tones.ground, '#000000', 0.4)]
      : [mix(tones.ground, tones.soft, 0.55), tones.line]
    const color = mix(far, near, share ** 1.1)
    return fill(`${straight(points)}V${height}H-10z`, color)
  })
  return disc + ridges.join('')
}

/**
 * Returns the outline of a mountain ridge, made by midpoint displacement. The outline is rougher at greater heights.
 */
function ridge(width: number, rise: number, base: number, random: Canvas['random']): Point[] {
  let points: Point[] = times(4, (i) => [
    -10 + ((width + 20) * i) / 3,
    base - rise * random.between(0, 1) * (i % 2 ? 1 : 0.2),
  ])
  for (let step = 0, jitter = rise * 0.36; step < 4; step++, jitter *= 0.5) {
    points = points.flatMap((point, index) => {
      const next = points[index + 1]
      if (!next) return [point]
      const at: Point = [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2 + random.between(-jitter, jitter)]
      return [point, at]
    })
  }
  return points
}

/** Draws a cover pattern of sand dunes (沙丘) with a shaded lee side and wind ripples. */
export function drawDunes({ width, height, random, tones }: Canvas): string {
  const count = Math.max(4, Math.round(height / 150))
  const step = (height * 0.6) / (count - 1)
  const sun = fill(
    ring(width * random.between(0.25, 0.75), height * 0.15, Math.min(width, height) * 0.08),
    tones.accent,
  )
  const dunes = times(count, (index) => {
    const share = index / (count - 1)
    const [base, swell] = [height * (0.36 + 0.6 * share), step * (0.42 + 0.3 * share)]
    const apex: Point = [
      width * (index % 2 ? random.between(0.58, 0.86) : random.between(0.14, 0.44)),
      base - swell * random.between(1.1, 1.7),
    ]
    const left = curve([-20, base + swell * 0.5], [apex[0] * 0.55, base + swell * 0.15], apex)
    const right = curve(
      apex,
      [apex[0] + (width - apex[0]) * 0.4, base],
      [width + 20, base + swell * random.between(0.1, 0.7)],
    )
    const foot: Point = [apex[0] + width * random.between(-0.18, 0.1), height + 40]
    const handles = [
      apex[0] + width * 0.16,
      apex[1] + swell * 1.3,
      apex[0] - width * 0.2,
      apex[1] + swell * 2.2,
      ...foot,
    ]
    const lee = `M${apex.map(Math.round).join(' ')}C${handles.map(Math.round).join(' ')}H${width + 20}V${Math.round(right.at(-1)?.[1] ?? base)}L${right
      .map((point) => point.map(Math.round).join(' '))
      .toReversed()
      .join(' ')}z`
    const ripples = times(5, (k) =>
      straight(left.slice(0, 8 - k).map(([x, y]): Point => [x, y + (k + 1) * (11 + 6 * share)])),
    )
    const lit = mix(tones.ground, tones.soft, 0.3 + 0.5 * share)
    const body = fill(`${straight([...left, ...right])}V${height + 9}H-20z`, lit)
    return (
      body +
      stroke(ripples.join(''), tones.line, 1.7, ' stroke-opacity=".55"') +
      fill(lee, mix(lit, tones.line, 0.3 + 0.25 * share))
    )
  })
  return sun + dunes.join('')
}

function curve(a: Point, b: Point, c: Point): Point[] {
  return times(10, (index) => {
    const t = index / 9
    const at = (i: 0 | 1) => (1 - t) ** 2 * a[i] + 2 * t * (1 - t) * b[i] + t * t * c[i]
    return [at(0), at(1)]
  })
}
