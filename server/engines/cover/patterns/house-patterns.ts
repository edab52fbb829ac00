import { type Canvas, fill, mix, rectangle, ring, stroke, tiled, times } from './pattern-canvas.ts'

/** Draws a cover pattern of white houses with dark roofs (粉墙黛瓦) on a hillside. */
export function drawRoofs({ width, height, random, tones }: Canvas): string {
  const rows = Math.max(4, Math.round(height / 118))
  const wall = mix(tones.ground, tones.soft, 0.22)
  const houses = times(rows, (row) => {
    const base = height * (0.2 + (0.9 * (row + 0.6)) / rows)
    const list: string[] = []
    for (let x = random.between(-70, -10); x < width;) {
      const [w, lift] = [random.between(86, 178), random.between(-26, 22)]
      list.push(
        drawHouse(Math.round(x), Math.round(base + lift), Math.round(w), {
          wall,
          random,
          tones,
          drop: Math.ceil(height / rows) + 70,
        }),
      )
      x += w + random.between(-6, 26)
    }
    return list.join('')
  })
  return (
    fill(ring(width * random.between(0.24, 0.76), height * 0.12, Math.min(width, height) * 0.062), tones.accent) +
    houses.join('')
  )
}

interface HouseStyle {
  wall: string
  random: Canvas['random']
  tones: Canvas['tones']
  drop: number
}

function drawHouse(x: number, y: number, w: number, { wall, random, tones, drop }: HouseStyle): string {
  const rise = Math.round(w * random.between(0.24, 0.34))
  const roof = `M${x - 12} ${y + 3}q${Math.round(w * 0.2)}-4 ${Math.round(w * 0.26)}-${rise}h${Math.round(w * 0.48 + 24)}q${Math.round(w * 0.06)} ${rise - 6} ${Math.round(w * 0.26)} ${rise}z`
  const tiles = times(
    w / 15,
    (i) => `M${Math.round(x + w * 0.14 + i * ((w * 0.74 * 15) / w))} ${y - rise + 9}v${rise - 13}`,
  ).join('')
  const windows = times(random.whole(1, 3), (i) => rectangle(x + 16 + i * 34, y + 24, 12, 18)).join('')
  const lamp = random.chance(0.1) ? fill(rectangle(x + w * 0.6, y + 24, 13, 20), tones.accent) : ''
  return (
    fill(rectangle(x, y, w, drop), wall) +
    fill(windows, tones.line) +
    lamp +
    fill(roof, tones.line) +
    stroke(tiles, wall, 1.5, ' stroke-opacity=".45"') +
    fill(rectangle(x + w * 0.12, y - rise - 6, w * 0.76, 6), tones.line)
  )
}

/** Draws a cover pattern of lit windows at night (灯火). */
export function drawWindows({ width, height, random, tones }: Canvas): string {
  const [columns, w, h] = random.pick([
    [12, 26, 38],
    [10, 34, 34],
    [9, 30, 54],
  ])
  const gap = width / columns
  const kinds: Record<string, string[]> = { [tones.line]: [], [tones.soft]: [], [tones.accent]: [] }
  times(height / (h * 1.55) + 1, (row) => {
    times(columns, (column) => {
      const color = random.pickWeighted([
        [tones.soft, 6],
        [tones.line, 5],
        [tones.accent, 0.5],
        [tones.ground, 2],
      ] as const)
      kinds[color]?.push(rectangle(column * gap + (gap - w) / 2, row * h * 1.55 + h * 0.3, w, h))
    })
  })
  return Object.entries(kinds)
    .map(([color, list]) => fill(list.join(''), color))
    .join('')
}

/** Draws a cover pattern of an arcade (拱廊) in several rows. */
export function drawArches(canvas: Canvas): string {
  const { tones, random } = canvas
  const [w, h] = random.pick([
    [120, 180],
    [150, 200],
    [100, 150],
  ])
  const arch = (inset: number) => {
    const r = w / 2 - inset
    return `M${inset} ${h}V${w / 2}a${r} ${r} 0 0 1 ${2 * r} 0V${h}z`
  }
  const piers = stroke(`M0 ${h - 4}H${w}M0 ${h - 12}H${w}`, tones.soft, 3)
  return tiled(
    canvas,
    { width: w, height: h },
    fill(arch(13), tones.soft) +
      fill(arch(24), tones.line) +
      fill(`M${w / 2 - 4} ${h - 42}h8v38h-8z` + ring(w / 2, h - 48, 6), tones.accent) +
      piers,
  )
}
