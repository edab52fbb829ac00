import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'

/** A circle of a mark tile, where it stands in the world of its zoom, in px. */
export interface Circle {
  x: number
  y: number
  count: number
  properties: Record<string, string | number | boolean>
}

/** The circles of one tile of marks; none when it is empty. */
export async function readMarkTile(site: string, [z, x, y]: [number, number, number], query = ''): Promise<Circle[]> {
  const answer = await fetch(`${site}/tiles/mark/${z}/${x}/${y}${query}`)
  if (answer.status === 204) return []
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  const layer = new VectorTile(new PbfReader(await answer.arrayBuffer())).layers['mark']
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const feature = layer?.feature(index)
    const [point] = feature?.loadGeometry().flat() ?? []
    const properties = feature?.properties ?? {}
    return {
      x: (x + (point?.x ?? 0) / 4096) * 512,
      y: (y + (point?.y ?? 0) / 4096) * 512,
      count: Number(properties['count'] ?? 1),
      properties,
    }
  })
}

/** All circles of a zoom, found by going down from those tiles that hold any. */
export async function readMarkZoom(site: string, zoom: number, query = ''): Promise<Circle[]> {
  let tiles: [number, number, number][] = [[0, 0, 0]]
  for (let z = 0; ; z++) {
    const circles = await Promise.all(tiles.map((tile) => readMarkTile(site, tile, query)))
    if (z === zoom) return circles.flat()
    tiles = tiles
      .filter((_, index) => (circles[index]?.length ?? 0) > 0)
      .flatMap(([, x, y]) =>
        [0, 1, 2, 3].map((n) => [z + 1, x * 2 + (n & 1), y * 2 + (n >> 1)] as [number, number, number]),
      )
  }
}
