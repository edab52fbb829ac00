import { type Canvas, fill, mix, type Point, rectangle, ring, smooth, stroke, tiled, times } from './pattern-canvas.ts'

/** Draws a cover pattern of painted pottery (彩陶): spirals between horizontal bands. */
export function drawPottery({ width, height, random, tones }: Canvas): string {
  const band = 200
  const r = random.pick([50, 58])
  const rows = times(height / band + 1, (row) => {
    const y = 96 + row * band
    const shift = row % 2 ? 80 : 0
    const whorls = times(width / 160 + 2, (i) => {
      const x = i * 160 - 80 + shift
      return (
        stroke([r, r * 0.72, r * 0.44].map((size) => ring(x, y, size)).join(''), tones.line, 6.5) +
        fill(ring(x, y, r * 0.17), tones.accent)
      )
    })
    const flows = times(width / 160 + 2, (i) => `M${i * 160 - 80 + shift} ${y - r}c70 0 20 ${2 * r} 160 ${2 * r}`)
    const edge = [0, 11, 22].map((gap) =>
      smooth(times(width / 40 + 2, (i): Point => [i * 40 - 10, y + band / 2 - 12 + gap + (i % 2 ? 9 : -9)])),
    )
    return (
      stroke(flows.join(''), tones.line, 6.5) +
      whorls.join('').replaceAll('fill="none"', `fill="${tones.ground}"`) +
      stroke(edge.join(''), tones.soft, 5)
    )
  })
  return rows.join('')
}

/** Draws a cover pattern of bamboo slips (竹简) with their cords. */
export function drawSlips({ width, height, random, tones }: Canvas): string {
  const slip = random.pick([38, 46])
  const slips = times(width / slip + 1, (i) => {
    const [top, foot] = [random.between(-12, 12), random.between(-12, 12)]
    const color = mix(mix(tones.ground, tones.soft, 0.5), tones.line, random.between(0, 0.5))
    return fill(rectangle(i * slip + 3, height * 0.03 + top, slip - 6, height * 0.94 - top + foot), color)
  })
  const cords = [0.16, 0.5, 0.84].map((share) => {
    const y = Math.round(height * share)
    return stroke(
      times(
        width / slip + 1,
        (i) => `M${i * slip - 2} ${y}q${slip / 2}-8 ${slip} 0M${i * slip - 2} ${y + 5}q${slip / 2} 8 ${slip} 0`,
      ).join(''),
      tones.accent,
      3,
    )
  })
  return slips.join('') + cords.join('')
}

/** Draws a cover pattern of a brocade (织锦) of stepped diamonds. */
export function drawBrocade(canvas: Canvas): string {
  const { ground, line, soft, accent } = canvas.tones
  const [w, h] = canvas.random.pick([
    [120, 160],
    [150, 150],
    [100, 140],
  ])
  const diamond = (x: number, y: number, share: number) => {
    const [dx, dy] = [Math.round((w / 2) * share), Math.round((h / 2) * share)]
    return `M${x} ${y - dy}l${dx} ${dy}-${dx} ${dy}-${dx}-${dy}z`
  }
  const layers = [soft, ground, line, ground, accent].map((color, index) =>
    fill(diamond(w / 2, h / 2, 1 - index * 0.2), color),
  )
  const between = [0, w].flatMap((x) => [0, h].map((y) => diamond(x, y, 0.32))).join('')
  return tiled(canvas, { width: w, height: h }, layers.join('') + fill(between, accent))
}

/** Draws a cover pattern of the guilloche of banknotes (钞票纹): overlapping waves. */
export function drawGuilloche({ width, height, random, tones }: Canvas): string {
  const bands = times(height / 210 + 1, (row) => {
    const [y, half] = [90 + row * 210, random.pick([60, 75, 100])]
    const wave = (k: number) => {
      const rise = Math.round(88 * Math.cos((k / 14) * Math.PI))
      return `M${-half} ${y}q${half / 2} ${-2 * rise} ${half} 0${`t${half} 0`.repeat(Math.ceil(width / half) + 1)}`
    }
    return stroke(times(15, wave).join(''), row % 2 ? tones.soft : tones.line, 1.9)
  })
  return bands.join('') + fill(ring(width * 0.5, 90 + 210, 12), tones.accent)
}
