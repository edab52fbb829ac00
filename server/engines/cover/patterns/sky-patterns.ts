import { type Canvas, fill, type Point, ring, smooth, straight, stroke, times } from './pattern-canvas.ts'

/** Draws a cover pattern of a star chart (星图) with hour circles and constellations. */
export function drawConstellations({ width, height, random, tones }: Canvas): string {
  const pole: Point = [width * random.between(0.3, 0.7), height * random.between(-0.12, 0.2)]
  const reach = Math.max(width, height)
  const circles = times(6, (i) => ring(...pole, reach * (0.22 + i * 0.2))).join('')
  const hours = times(12, (i) => {
    const angle = (i / 12) * Math.PI * 2 + 0.2
    const at = (r: number): Point => [pole[0] + Math.cos(angle) * r, pole[1] + Math.sin(angle) * r]
    return straight([at(reach * 0.22), at(reach * 1.4)])
  })
  const figures = times(Math.max(4, (width * height) / 70_000), () => starFigure(width, height, random))
  const lone = times((width * height) / 6500, () =>
    ring(random.whole(0, width), random.whole(0, height), random.pick([1.4, 1.4, 2, 2.8])),
  )
  const bright = random.pick(figures as [Point[], ...Point[][]])[0] ?? pole
  return (
    stroke(circles + hours.join(''), tones.soft, 1.4, ' stroke-opacity=".7"') +
    stroke(figures.map((figure) => straight(figure)).join(''), tones.line, 1.8) +
    fill(
      lone.join('') +
        figures
          .flat()
          .map(([x, y]) => ring(x, y, random.pick([4, 5.5, 7])))
          .join(''),
      tones.line,
    ) +
    fill(ring(...bright, 12), tones.accent)
  )
}

function starFigure(width: number, height: number, random: Canvas['random']): Point[] {
  let [x, y] = [random.between(0, width), random.between(0, height)]
  let angle = random.between(0, 6.3)
  return times(random.whole(4, 7), (): Point => {
    angle += random.between(-1.1, 1.1)
    const step = random.between(42, 92)
    x += Math.cos(angle) * step
    y += Math.sin(angle) * step
    return [Math.round(x), Math.round(y)]
  })
}

/** Draws a cover pattern of planetary orbits (行星轨道). */
export function drawOrbits({ width, height, random, tones }: Canvas): string {
  const sun: Point = [width * random.pick([0.12, 0.5, 0.88]), height * random.between(0.54, 0.74)]
  const reach = Math.hypot(width, height) * 0.72
  const radii = times(9, (i) => reach * (0.13 + (i / 9) ** 1.25 * 0.95))
  const worlds = radii.map((r, i) => {
    const angle = random.between(0, Math.PI * 2)
    return {
      at: [sun[0] + Math.cos(angle) * r, sun[1] + Math.sin(angle) * r] as Point,
      r: random.pick([6, 9, 14, 20]) * (i % 4 === 3 ? 1.3 : 1),
    }
  })
  const ticks = times(72, (i) => {
    const angle = (i / 72) * Math.PI * 2
    const at = (r: number): Point => [sun[0] + Math.cos(angle) * r, sun[1] + Math.sin(angle) * r]
    return straight([at(reach * 0.5), at(reach * (i % 6 ? 0.515 : 0.53))])
  })
  const planets = worlds.map(
    ({ at, r }) =>
      `<circle cx="${Math.round(at[0])}" cy="${Math.round(at[1])}" r="${r.toFixed(1)}" fill="${tones.line}" stroke="${tones.ground}" stroke-width="7"/>`,
  )
  return (
    stroke(radii.map((r) => ring(...sun, r)).join('') + ticks.join(''), tones.line, 1.8) +
    fill(ring(...sun, reach * 0.075), tones.accent) +
    planets.join('')
  )
}

/** Draws a cover pattern of flowing musical staves (五线). */
export function drawStaves({ width, height, random, tones }: Canvas): string {
  const notes: string[] = []
  const staves = times(height / 175 + 1, (row) => {
    const [phase, rise] = [random.between(0, 6), random.between(12, 30)]
    const at = (x: number, line: number): Point => [x, 60 + row * 175 + line * 18 + Math.sin(x * 0.009 + phase) * rise]
    for (let x = random.between(20, 80); x < width; x += random.between(34, 86)) {
      const [nx, ny] = at(x, random.whole(0, 8) / 2).map(Math.round) as [number, number]
      notes.push(`M${nx + 9} ${ny}v-58h2.5v58z` + ring(nx + 2, ny, 9))
    }
    return times(5, (line) => smooth(times(width / 50 + 2, (i) => at(-10 + i * 50, line)))).join('')
  })
  return (
    stroke(staves.join(''), tones.soft, 2) +
    fill(notes.join(''), tones.line) +
    fill(ring(width * 0.7, height * 0.4, 15), tones.accent)
  )
}
