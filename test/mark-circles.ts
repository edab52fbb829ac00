import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'

/**
 * A circle on a map tile, drawn where one or more books take place; its position is in pixels of the whole world map at
 * the tile's zoom.
 */
export interface Circle {
  x: number
  y: number
  count: number
  properties: Record<string, string | number | boolean>
}

/** Returns the circles that mark books on one map tile; an empty tile has none. */
export async function readMarkTile(site: string, [z, x, y]: Tile, query = ''): Promise<Circle[]> {
  // Each tile is requested from a separate IP address, because tests read more uncached tiles than one IP address may
  // request in a minute.
  const headers = { 'x-forwarded-for': `10.${z}.${x & 255}.${y & 255}` }
  const answer = await fetch(`${site}/tiles/mark/${z}/${x}/${y}${query}`, { headers })
  if (answer.status === 204) return []
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  const layer = new VectorTile(new PbfReader(await answer.arrayBuffer())).layers['mark']
  return Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const feature = layer?.feature(index)
    const [point] = feature?.loadGeometry().flat() ?? []
    const properties = { ...feature?.properties }
    return {
      x: (x + (point?.x ?? 0) / 4096) * 512,
      y: (y + (point?.y ?? 0) / 4096) * 512,
      count: Number(properties['count'] ?? 1),
      properties,
    }
  })
}

export type Tile = [z: number, x: number, y: number]

/**
 * Returns all circles at a zoom level within one map tile. Only tiles that contain circles are followed to the next
 * zoom level.
 */
export async function readMarkZoom(site: string, zoom: number, query = '', start: Tile = [0, 0, 0]): Promise<Circle[]> {
  let tiles = [start]
  for (let z = start[0]; ; z++) {
    const circles: Circle[][] = []
    // Tiles are requested eight at a time, as browsers do.
    for (let first = 0; first < tiles.length; first += 8)
      circles.push(...(await Promise.all(tiles.slice(first, first + 8).map((tile) => readMarkTile(site, tile, query)))))
    if (z === zoom) return circles.flat()
    tiles = tiles
      .filter((_, index) => (circles[index]?.length ?? 0) > 0)
      .flatMap(([, x, y]) => [0, 1, 2, 3].map((n): Tile => [z + 1, x * 2 + (n & 1), y * 2 + (n >> 1)]))
  }
}
