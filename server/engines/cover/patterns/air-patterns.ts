import { type Canvas, fill, ring, stroke, times } from './pattern-canvas.ts'

/** Draws a cover pattern of rain (雨): slanting lines, and rings where the drops fall. */
export function drawRain({ width, height, random, tones }: Canvas): string {
  const lean = random.pick([-0.16, 0.16, 0.24])
  const threads = (count: number, from: number, to: number) =>
    times(count, () => {
      const length = random.between(from, to)
      return `M${random.whole(-40, width + 40)} ${random.whole(-60, height * 0.82)}l${Math.round(length * lean)} ${Math.round(length)}`
    }).join('')
  const area = (width * height) / 540_000
  const rings = times(15 * Math.sqrt(area), () => {
    const [x, y] = [random.whole(0, width), random.whole(height * 0.78, height)]
    return [1, 0.62, 0.28].map((share) => flatRing(x, y, Math.round(random.between(34, 62) * share))).join('')
  })
  return (
    stroke(threads(150 * area, 40, 130), tones.soft, 2.4) +
    stroke(threads(110 * area, 60, 200), tones.line, 2) +
    stroke(rings.join(''), tones.line, 1.8) +
    fill(ring(width * 0.3, height * 0.3, 13), tones.accent)
  )
}

function flatRing(x: number, y: number, r: number): string {
  const flat = Math.max(2, Math.round(r * 0.28))
  return `M${x - r} ${y}a${r} ${flat} 0 1 0 ${2 * r} 0a${r} ${flat} 0 1 0 ${-2 * r} 0z`
}

/** Draws a cover pattern of geese flying over reeds (芦雁). */
export function drawGeese({ width, height, random, tones }: Canvas): string {
  const mist = times(
    7,
    (i) =>
      `M${random.whole(-60, width * 0.5)} ${Math.round(height * (0.34 + i * 0.06))}h${random.whole(width * 0.3, width * 0.8)}`,
  )
  const [headX, headY] = [width * random.between(0.55, 0.72), height * 0.16]
  const geese = times(9, (i) => {
    const side = i % 2 ? 1 : -1
    const step = Math.ceil(i / 2)
    const [x, y] = [
      Math.round(headX - step * 42 + side * step * 9),
      Math.round(headY + step * 15 * side * 0.5 + step * 15),
    ]
    return `M${x - 19} ${y - 9}q12-3 19 7q6-12 20-11q-13 4-19 15q-7-9-20-11z`
  })
  const reeds = times(width / 9, () => {
    const [x, rise] = [random.whole(0, width), random.between(0.1, 0.34) * height]
    const bend = random.between(0.12, 0.34) * rise
    return `M${x} ${height}q0 ${-Math.round(rise * 0.6)} ${Math.round(bend)} ${-Math.round(rise)}`
  })
  const moon = fill(ring(width * 0.26, height * 0.22, Math.min(width, height) * 0.09), tones.accent)
  return (
    moon +
    stroke(mist.join(''), tones.soft, 2.4) +
    fill(geese.join(''), tones.line) +
    stroke(reeds.join(''), tones.line, 2.4, ' stroke-linecap="round"')
  )
}

/** Draws a cover pattern of cloud ornaments (云纹): parallel lines that end in spirals. */
export function drawClouds({ width, height, random, tones }: Canvas): string {
  const gap = 78
  const clouds = times(height / gap + 2, (row) => {
    const isLeft = row % 2 === 0
    return times(2, (k) => {
      const r = random.pick([34, 42, 50])
      const x = width * (k * 0.62 + random.between(-0.06, 0.24))
      const y = row * gap
      const tail = random.between(0.3, 0.52) * width
      return curl(Math.round(isLeft ? x : width - x), Math.round(y), r, Math.round(isLeft ? tail : -tail), tones)
    }).join('')
  })
  return clouds.join('') + fill(ring(width * 0.76, height * 0.2, 30), tones.accent)
}

/**
 * Returns the SVG path of a cloud ornament: half circles of decreasing size at (`x`, `y`), with lines of length `tail`
 * on one side.
 */
function curl(x: number, y: number, r: number, tail: number, tones: Canvas['tones']): string {
  const way = tail > 0 ? 0 : 1
  const spiral = (size: number) => {
    const [a, b, c] = [Math.round(size), Math.round(size * 0.72), Math.round(size * 0.44)]
    return `M${x + tail} ${y + r}H${x}a${a} ${a} 0 0 ${1 - way} 0 ${-2 * a}a${b} ${b} 0 0 ${1 - way} 0 ${2 * b}a${c} ${c} 0 0 ${1 - way} 0 ${-2 * c}`
  }
  const body = `M${x + tail} ${y + r}H${x}a${r} ${r} 0 0 ${1 - way} 0 ${-2 * r}a${r} ${r} 0 0 1 ${way ? -r : r} ${r}h${Math.round(tail * 0.6)}z`
  const streams = `M${x + tail * 0.8} ${y + r - 11}H${x}M${x + Math.round(tail * 0.55)} ${y + r - 22}H${x}`
  return (
    fill(body, tones.ground) +
    stroke(streams, tones.soft, 2.6, ' stroke-linecap="round"') +
    stroke(spiral(r), tones.line, 3.2, ' stroke-linecap="round"')
  )
}
