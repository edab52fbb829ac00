import { type Canvas, fill, type Point, ring, smooth, stroke, tiled, times } from './pattern-canvas.ts'

/** Draws a cover pattern of sea waves (海水纹) as scales of concentric arcs. */
export function drawScaleWaves(canvas: Canvas): string {
  const { tones, random } = canvas
  const r = random.pick([44, 54, 64])
  const scale = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${tones.ground}" stroke="${tones.line}" stroke-width="3"/>` +
    stroke(ring(x, y, r * 0.74) + ring(x, y, r * 0.48), tones.line, 2.2) +
    fill(ring(x, y, r * 0.22), tones.soft)
  const rows = [0, 1, 2, 3, 4, 5].flatMap((row) => {
    const y = row * (r / 2)
    return (row % 2 ? [-r, r, 3 * r] : [0, 2 * r]).map((x) => scale(x, y))
  })
  return tiled(canvas, { width: 2 * r, height: r }, rows.join(''))
}

/** Draws a cover pattern of water (水纹) in the manner of Ma Yuan: wavy lines below each other, each slightly shifted. */
export function drawWater({ width, height, random, tones }: Canvas): string {
  const gap = random.pick([19, 24])
  const [long, drift] = [random.between(0.014, 0.024), random.between(0.16, 0.34)]
  const moon = fill(
    ring(width * random.between(0.25, 0.75), height * 0.2, Math.min(width, height) * 0.11),
    tones.accent,
  )
  const start = height * 0.2
  const lines = times((height - start) / gap + 2, (row) => {
    const y = start + row * gap
    const rise = 5 + (row / (height / gap)) * 13
    return smooth(
      times(width / 22 + 2, (i): Point => {
        const x = -10 + i * 22
        return [x, y + rise * Math.sin(x * long + row * drift) + rise * 0.4 * Math.sin(x * long * 2.3 - row * 0.5)]
      }),
    )
  })
  const back = `<path fill="${tones.ground}" d="${lines[0] ?? ''}V${height}H-10z"/>`
  return moon + back + stroke(lines.join(''), tones.line, 2.6)
}

/** Draws a cover pattern of a nautical chart (海图): depth lines around islands, and a dashed passage. */
export function drawIslands({ width, height, random, tones }: Canvas): string {
  const isles: { x: number; y: number; r: number }[] = []
  for (let tries = 0; tries < 200 && isles.length < 8; tries++) {
    const isle = {
      x: random.between(0.08, 0.92) * width,
      y: random.between(0.18, 0.92) * height,
      r: random.between(0.07, 0.19) * Math.min(width, height),
    }
    if (isles.every((other) => Math.hypot(other.x - isle.x, other.y - isle.y) > (other.r + isle.r) * 1.4))
      isles.push(isle)
  }
  isles.sort((a, b) => a.y - b.y)
  const drawn = isles.map(({ x, y, r }) => {
    const wobble = times(11, () => random.between(0.72, 1.2))
    const coast = (grow: number) =>
      smooth(
        wobble.map((share, i): Point => {
          const reach = r * (share + grow)
          return [x + Math.cos((i / 11) * 2 * Math.PI) * reach, y + Math.sin((i / 11) * 2 * Math.PI) * reach * 0.8]
        }),
        true,
      )
    const rings = [0.2, 0.42, 0.68, 1].map((grow, i) =>
      stroke(coast(grow), tones.line, 2.2 - i * 0.35, ` stroke-opacity="${0.9 - i * 0.2}"`),
    )
    return rings.join('') + fill(coast(0), tones.line)
  })
  const route = smooth(isles.flatMap(({ x, y, r }, i): Point[] => [[x + (i % 2 ? -1.6 : 1.6) * r, y]]))
  const last = isles.at(-1) ?? { x: 0, y: 0, r: 0 }
  return (
    drawn.join('') +
    stroke(route, tones.accent, 4, ' stroke-dasharray="3 11" stroke-linecap="round"') +
    fill(ring(last.x, last.y, 9), tones.accent)
  )
}
