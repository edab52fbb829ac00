import { type Point, smooth } from './pattern-canvas.ts'

/**
 * Returns the contour lines of a landscape at a given height as one SVG path. It uses the marching squares algorithm.
 */
export function traceLevel(
  terrain: (x: number, y: number) => number,
  width: number,
  height: number,
  cell: number,
  level: number,
): string {
  const links = new Map<string, string[]>()
  const points = new Map<string, Point>()
  for (let y = -cell; y < height + cell; y += cell) {
    for (let x = -cell; x < width + cell; x += cell) {
      const crossings = crossCell(terrain, x, y, cell, level)
      for (const { key, point } of crossings) points.set(key, point)
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        const [from, to] = [crossings[index]?.key ?? '', crossings[index + 1]?.key ?? '']
        links.set(from, [...(links.get(from) ?? []), to])
        links.set(to, [...(links.get(to) ?? []), from])
      }
    }
  }
  return chain(links)
    .filter(({ keys }) => keys.length > 4)
    .map(({ keys, isClosed }) =>
      smooth(
        keys.map((key) => points.get(key) ?? [0, 0]),
        isClosed,
      ),
    )
    .join('')
}

interface Crossing {
  key: string
  point: Point
}

/**
 * Returns the points where a contour line crosses the sides of one grid cell. Two adjacent cells use the same key for
 * their common side.
 */
function crossCell(
  terrain: (x: number, y: number) => number,
  x: number,
  y: number,
  cell: number,
  level: number,
): Crossing[] {
  const corners: Point[] = [
    [x, y],
    [x + cell, y],
    [x + cell, y + cell],
    [x, y + cell],
  ]
  return corners.flatMap((from, index) => {
    const to = corners[(index + 1) % 4] ?? from
    const [a, b] = [terrain(...from) - level, terrain(...to) - level]
    if (a > 0 === b > 0) return []
    const share = a / (a - b)
    const point: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
    return [{ key: [from, to].map(String).sort().join('|'), point }]
  })
}

function chain(links: Map<string, string[]>): { keys: string[]; isClosed: boolean }[] {
  const chains: { keys: string[]; isClosed: boolean }[] = []
  const seen = new Set<string>()
  const ends = [...links.keys()].filter((key) => links.get(key)?.length === 1)
  for (const start of [...ends, ...links.keys()]) {
    if (seen.has(start)) continue
    const keys: string[] = []
    for (let key: string | undefined = start; key && !seen.has(key);) {
      seen.add(key)
      keys.push(key)
      key = links.get(key)?.find((next) => !seen.has(next))
    }
    chains.push({ keys, isClosed: (links.get(start)?.length ?? 0) > 1 })
  }
  return chains
}
