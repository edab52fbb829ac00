import { type Canvas, fill, type Point, ring, smooth, stroke, times } from './pattern-canvas.ts'

/**
 * Draws a cover pattern of a large globe with its lines of longitude and latitude (经纬), where a part of the globe lies
 * outside the picture.
 */
export function drawGraticule({ width, height, random, tones }: Canvas): string {
  const r = Math.min(Math.max(width, height * 0.6), Math.max(width * 0.56, height * 0.5)) * random.between(0.9, 1)
  const center: Point = [width * random.pick([0.3, 0.5, 0.72]), height * random.between(0.5, 0.62)]
  const tilt = random.between(0.35, 0.6)
  const turn = random.between(0, 0.5)
  const project = (lng: number, lat: number): Point | undefined => {
    const depth = Math.sin(tilt) * Math.sin(lat) + Math.cos(tilt) * Math.cos(lat) * Math.cos(lng + turn)
    // The lines of longitude and latitude extend slightly beyond the horizon of the globe, so that their ends are not
    // visible.
    if (depth < -0.09) return undefined
    const [x, y] = [
      Math.cos(lat) * Math.sin(lng + turn),
      Math.cos(tilt) * Math.sin(lat) - Math.sin(tilt) * Math.cos(lat) * Math.cos(lng + turn),
    ]
    return [center[0] + r * x, center[1] - r * y]
  }
  const meridians = times(18, (i) =>
    traceVisible(times(25, (k) => project((i / 18) * 2 * Math.PI, (k / 24 - 0.5) * Math.PI))),
  )
  const parallels = times(9, (i) =>
    traceVisible(times(61, (k) => project((k / 60) * 2 * Math.PI - turn - Math.PI, ((i - 4) / 10) * Math.PI))),
  )
  const voyage = times(14, (k) => project(-0.9 - turn + k * 0.13, 0.15 + 0.5 * Math.sin(k * 0.24))).filter(
    (point) => point !== undefined,
  )
  const [from, to] = [voyage[0] ?? center, voyage.at(-1) ?? center]
  return (
    fill(ring(...center, r), tones.soft, ' fill-opacity=".35"') +
    stroke(meridians.join('') + parallels.join(''), tones.line, 1.7) +
    stroke(ring(...center, r), tones.line, 3.4) +
    stroke(smooth(voyage), tones.accent, 4.5, ' stroke-dasharray="2 10" stroke-linecap="round"') +
    fill(ring(...from, 8) + ring(...to, 11), tones.accent)
  )
}

/**
 * Returns the SVG path of the parts of a line that lie on the visible side of a drawn globe. Points on the hidden side
 * are undefined in the input.
 */
function traceVisible(points: (Point | undefined)[]): string {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (point) runs.at(-1)?.push(point)
    else if (runs.at(-1)?.length) runs.push([])
  }
  return runs
    .filter((run) => run.length > 2)
    .map((run) => smooth(run))
    .join('')
}

/** Draws a cover pattern of a caravan route (商路): a dotted line from well to well. */
export function drawCaravan({ width, height, random, tones }: Canvas): string {
  const stops = times(7, (i): Point => [
    width * (i % 2 ? random.between(0.56, 0.9) : random.between(0.1, 0.44)),
    height * (0.06 + i * 0.147),
  ])
  const way = stops.flatMap((stop, i): Point[] => {
    const next = stops[i + 1]
    return next
      ? [
          stop,
          [(stop[0] * 2 + next[0]) / 3, stop[1] + random.between(-10, 70)],
          [(stop[0] + next[0] * 2) / 3, next[1] - random.between(-10, 60)],
        ]
      : [stop]
  })
  const dunes = times((width * height) / 9000, () => {
    const [x, y, w] = [random.whole(-20, width), random.whole(0, height), random.whole(26, 58)]
    return `M${x} ${y}q${Math.round(w * 0.4)}-${Math.round(w * 0.42)} ${w} 0q-${Math.round(w * 0.3)}-${Math.round(w * 0.1)}-${Math.round(w * 0.46)}-${Math.round(w * 0.2)}`
  })
  const wells = stops.map(
    ([x, y]) =>
      `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="9" fill="${tones.ground}" stroke="${tones.line}" stroke-width="4"/>`,
  )
  const last = stops.at(-2) ?? [0, 0]
  return (
    stroke(dunes.join(''), tones.soft, 2.2, ' stroke-linecap="round"') +
    stroke(smooth(way), tones.line, 5, ' stroke-dasharray="1 12" stroke-linecap="round"') +
    wells.join('') +
    fill(ring(...last, 12), tones.accent)
  )
}
