import { type Canvas, fill, type Point, rectangle, ring, straight, stroke, tiled, times } from './pattern-canvas.ts'

/** Draws a cover pattern of a Chinese meander (回纹), a chain of square spirals. */
export function drawMeander(canvas: Canvas): string {
  const { tones, random } = canvas
  const [unit, isWide] = [random.pick([9, 11]), random.chance(0.5)]
  const u = (n: number) => n * unit
  const spiral = `M0 ${u(7)}V${u(1)}H${u(6)}V${u(5)}H${u(2.6)}V${u(3)}H${u(4.3)}`
  const second = `<g transform="translate(${u(8)} ${u(isWide ? 8 : 0)})rotate(${isWide ? 180 : 0} ${u(3)} ${u(isWide ? 0 : 4)})">${stroke(spiral, tones.line, unit * 0.62)}</g>`
  const tile = `<g transform="translate(${u(1)} ${u(0.5)})">${stroke(spiral, tones.line, unit * 0.62)}${isWide ? second : ''}</g>`
  return tiled(canvas, { width: u(isWide ? 16 : 8), height: u(8) }, tile)
}

/** Draws a cover pattern of a cracked-ice lattice (冰裂纹) by breaking its panes into smaller panes again and again. */
export function drawIceLattice({ width, height, random, tones }: Canvas): string {
  const cracks: Point[][] = []
  const panes: Point[][] = []
  const split = (pane: Point[], area: number): void => {
    if (area < 7500 * random.between(0.6, 1.6)) return void panes.push(pane)
    const [first, second, crack] = breakPane(pane, random)
    cracks.push(crack)
    split(first, areaOf(first))
    split(second, areaOf(second))
  }
  split(
    [
      [-20, -20],
      [width + 20, -20],
      [width + 20, height + 20],
      [-20, height + 20],
    ],
    width * height,
  )
  const tinted = panes.filter(() => random.chance(0.14)).map((pane) => straight(pane, true))
  const warm = straight(random.pick(panes as [Point[], ...Point[][]]), true)
  return (
    fill(tinted.join(''), tones.soft, ' fill-opacity=".55"') +
    fill(warm, tones.accent) +
    stroke(cracks.map((crack) => straight(crack)).join(''), tones.line, 6)
  )
}

/**
 * Breaks a pane of the cracked-ice lattice across its two longest sides. Returns the two new panes and the line of the
 * break.
 */
function breakPane(pane: Point[], random: Canvas['random']): [Point[], Point[], Point[]] {
  const side = (i: number) =>
    Math.hypot(
      (pane[(i + 1) % pane.length]?.[0] ?? 0) - (pane[i]?.[0] ?? 0),
      (pane[(i + 1) % pane.length]?.[1] ?? 0) - (pane[i]?.[1] ?? 0),
    )
  const order = pane.map((_, i) => i).sort((a, b) => side(b) - side(a))
  const [i = 0, j = 1] = order.slice(0, 2).sort((a, b) => a - b)
  const at = (k: number): Point => {
    const [a, b, t] = [pane[k] ?? [0, 0], pane[(k + 1) % pane.length] ?? [0, 0], random.between(0.32, 0.68)]
    return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
  }
  const [from, to] = [at(i), at(j)]
  return [
    [from, ...pane.slice(i + 1, j + 1), to],
    [to, ...pane.slice(j + 1), ...pane.slice(0, i + 1), from],
    [from, to],
  ]
}

function areaOf(pane: Point[]): number {
  return (
    Math.abs(
      pane.reduce(
        (sum, [x, y], i) =>
          sum + x * (pane[(i + 1) % pane.length]?.[1] ?? 0) - (pane[(i + 1) % pane.length]?.[0] ?? 0) * y,
        0,
      ),
    ) / 2
  )
}

/** Draws a cover pattern of a step lattice (步步锦): nested frames joined by short bars. */
export function drawStepLattice(canvas: Canvas): string {
  const { tones, random } = canvas
  const s = random.pick([132, 156])
  const frame = (inset: number) => rectangle(inset, inset, s - 2 * inset, s - 2 * inset)
  const [a, b, c] = [s * 0.17, s * 0.33, s / 2].map(Math.round) as [number, number, number]
  const bars = `M${c} 0V${a}M${c} ${s - a}V${s}M0 ${c}H${a}M${s - a} ${c}H${s}M${a} ${b}H${b}M${a} ${s - b}H${b}M${s - b} ${b}H${s - a}M${s - b} ${s - b}H${s - a}M${b} ${a}V${b}M${s - b} ${a}V${b}M${b} ${s - a}V${s - b}M${s - b} ${s - a}V${s - b}`
  const flower = fill(ring(c, c, s * 0.07), tones.accent)
  return tiled(
    canvas,
    { width: s, height: s },
    fill(frame(b), tones.soft, ' fill-opacity=".45"') +
      stroke(frame(0) + frame(a) + frame(b) + bars, tones.line, 5.5) +
      flower,
  )
}

/** Draws a cover pattern of the eight-pointed star tiles (八角星) of Islamic architecture. */
export function drawStarTiles(canvas: Canvas): string {
  const { tones, random } = canvas
  const s = random.pick([120, 150])
  const [c, r] = [s / 2, s * 0.36]
  const square = (turn: number) =>
    straight(
      times(4, (i): Point => [c + r * Math.cos(turn + (i * Math.PI) / 2), c + r * Math.sin(turn + (i * Math.PI) / 2)]),
      true,
    )
  const star = square(0) + square(Math.PI / 4)
  const k = r * Math.SQRT1_2
  const links = `M${c} 0V${c - r}M${c} ${s}V${c + r}M0 ${c}H${c - r}M${s} ${c}H${c + r}M0 0L${c - k} ${c - k}M${s} 0L${c + k} ${c - k}M0 ${s}L${c - k} ${c + k}M${s} ${s}L${c + k} ${c + k}`
  const corner = [
    [0, 0],
    [s, 0],
    [0, s],
    [s, s],
  ]
    .map(([x = 0, y = 0]) =>
      straight(
        [
          [x - 16, y],
          [x, y - 16],
          [x + 16, y],
          [x, y + 16],
        ],
        true,
      ),
    )
    .join('')
  return tiled(
    canvas,
    { width: s, height: s },
    fill(star, tones.soft, ' fill-opacity=".6"') +
      stroke(star + links, tones.line, 4) +
      fill(ring(c, c, s * 0.075) + corner, tones.accent),
  )
}
