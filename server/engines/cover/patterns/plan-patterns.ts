import { type Canvas, fill, type Point, rectangle, ring, smooth, stroke, times } from './pattern-canvas.ts'

interface Plot {
  x: number
  y: number
  w: number
  h: number
}

/** Draws a cover pattern of city blocks (街区) with streets and a river. */
export function drawCityGrid({ width, height, random, tones }: Canvas): string {
  const reach = Math.hypot(width, height)
  const plots = parcel({ x: -reach / 2, y: -reach / 2, w: reach, h: reach }, random.pick([3200, 4600]), random)
  const kinds: [string[], string[], string[]] = [[], [], []]
  for (const { x, y, w, h } of plots) {
    const kind = random.pickWeighted([
      [0, 10],
      [1, 4],
      [2, 0.35],
    ] as const)
    kinds[kind].push(rectangle(x + 4, y + 4, w - 8, h - 8))
  }
  const bend = random.between(-0.2, 0.2) * reach
  const river: Point[] = [
    [-reach, bend],
    [-reach * 0.3, -bend],
    [0, bend * 0.4],
    [reach * 0.3, bend * 1.6],
    [reach, -bend],
  ]
  const blocks =
    fill(kinds[0].join(''), tones.line) + fill(kinds[1].join(''), tones.soft) + fill(kinds[2].join(''), tones.accent)
  const water = stroke(smooth(river), tones.ground, 54) + stroke(smooth(river), tones.soft, 3)
  return `<g transform="translate(${Math.round(width / 2)} ${Math.round(height / 2)})rotate(${random.pick([-24, -14, 12, 21])})">${blocks}${water}</g>`
}

function parcel(plot: Plot, size: number, random: Canvas['random']): Plot[] {
  const { x, y, w, h } = plot
  if (w * h < size * random.between(0.7, 2.6)) return [plot]
  const share = random.between(0.34, 0.66)
  const street = w * h > 40_000 ? 6 : 0
  const [a, b]: [Plot, Plot] =
    w > h
      ? [
          { ...plot, w: w * share - street },
          { x: x + w * share, y, w: w * (1 - share), h },
        ]
      : [
          { ...plot, h: h * share - street },
          { x, y: y + h * share, w, h: h * (1 - share) },
        ]
  return [...parcel(a, size, random), ...parcel(b, size, random)]
}

/** Draws a cover pattern of the walled wards of an ancient capital (里坊), symmetrical to its axis. */
export function drawWards({ width, height, random, tones }: Canvas): string {
  const columns = [0.5, 1, 1, 1.3, 1.3]
  const unit = Math.max(48, width / 2 / (columns.reduce((sum, n) => sum + n, 0) + 0.25))
  const rows = Math.ceil(height / (unit * 1.15))
  const wards: Record<'soft' | 'line' | 'accent', string[]> = { soft: [], line: [], accent: [] }
  const lanes: string[] = []
  times(rows, (row) => {
    let x = unit * 0.25
    columns.forEach((share, column) => {
      const [w, h, y] = [share * unit - 9, unit * 1.15 - 9, row * unit * 1.15 + 4]
      const isMarket = row === 2 && column === 3
      for (const left of x < width / 2 ? [width / 2 + x, width / 2 - x - w] : []) {
        wards[isMarket ? 'accent' : (row + column) % 3 ? 'soft' : 'line'].push(rectangle(left, y, w, h))
        const [cx, cy] = [Math.round(left + w / 2), Math.round(y + h / 2)]
        lanes.push(`M${cx} ${Math.round(y)}v${Math.round(h)}M${Math.round(left)} ${cy}h${Math.round(w)}`)
      }
      x += share * unit
    })
  })
  const palace = rectangle(width / 2 - unit * 1.5, 0, unit * 3, unit * 1.9)
  const court = rectangle(width / 2 - unit * 0.7, unit * 0.4, unit * 1.4, unit * 1.1)
  const hall = random.chance(0.5) ? stroke(court, tones.ground, 4) : fill(court, tones.ground)
  return (
    fill(wards.soft.join(''), tones.soft, ' fill-opacity=".8"') +
    fill(wards.line.join(''), tones.line, ' fill-opacity=".8"') +
    fill(wards.accent.join(''), tones.accent) +
    stroke(lanes.join(''), tones.ground, 3) +
    fill(palace, tones.ground) +
    stroke(palace, tones.line, 5) +
    fill(rectangle(width / 2 - unit * 1.2, unit * 0.2, unit * 2.4, unit * 1.5), tones.line) +
    hall
  )
}

/** Draws a cover pattern of a labyrinth (迷宫). */
export function drawLabyrinth({ width, height, random, tones }: Canvas): string {
  const cell = 46
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const seen = new Set<number>([0])
  const halls: string[] = []
  const path = [0]
  while (path.length) {
    const at = path.at(-1) ?? 0
    const [x, y] = [at % columns, Math.floor(at / columns)]
    const ways = (
      [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const
    ).filter(
      ([dx, dy]) =>
        x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows && !seen.has(at + dx + dy * columns),
    )
    const [first, ...others] = ways
    if (!first) {
      path.pop()
      continue
    }
    const [dx, dy] = random.pick([first, ...others])
    halls.push(`M${(x + 0.5) * cell} ${(y + 0.5) * cell}${dx ? `h${dx * cell}` : `v${dy * cell}`}`)
    seen.add(at + dx + dy * columns)
    path.push(at + dx + dy * columns)
  }
  const goal = ring((random.whole(2, columns - 3) + 0.5) * cell, (random.whole(2, rows - 3) + 0.5) * cell, 12)
  return stroke(halls.join(''), tones.line, 25, ' stroke-linecap="square"') + fill(goal, tones.accent)
}
