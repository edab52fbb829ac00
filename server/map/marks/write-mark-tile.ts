import { fromVectorTileJs, GeoJSONWrapper } from '@maplibre/vt-pbf'
import { gridSize, type TileAddress, tileZoom, splitZoom } from '#server/map/cells/mark-grid.ts'
import type { TileCell } from './mark-tile-queries.ts'

const extent = 4096
const cellExtent = 512
/** A circle is at most 22 px in radius; one whose middle keeps that far from its cell's edge touches no other. */
const margin = 22 * 8

/** The cells of a tile as a vector tile with the one layer `mark`; null when there are none. */
export function writeMarkTile(tile: TileAddress, cells: TileCell[]): Uint8Array | null {
  if (cells.length === 0) return null
  const features = cells.map((cell) => ({
    type: 1 as const,
    geometry: [pointOf(tile, cell)],
    tags: tagsOf(cell, tile.z),
  }))
  const layer = new GeoJSONWrapper(features, { version: 2, extent })
  layer.name = 'mark'
  return fromVectorTileJs({ layers: { mark: layer } })
}

function tagsOf(cell: TileCell, zoom: number): Record<string, string | number> {
  const { count, itemType, itemId, placeId, place, title, cover } = cell
  const at = placeId !== null && place !== null ? { placeId, place } : {}
  if (itemType !== null && itemId !== null)
    return { itemType, itemId, title: title ?? '', ...at, ...(cover === null ? {} : { cover }) }
  // What is all at one place does not come apart, it fans out.
  if (placeId !== null) return { count, ...at }
  return { count, expand: splitZoom(cell.minMortonCode, cell.maxMortonCode, zoom) }
}

/** The middle of a cell's marks, away from its edges; the greatest zoom shows places where they are. */
function pointOf(tile: TileAddress, { x, y }: TileCell): [number, number] {
  const scale = extent / (gridSize / 2 ** tile.z)
  const isRaw = tile.z === tileZoom.max
  const within = (at: number, origin: number) => {
    const units = (at + 0.5) * scale - origin * extent
    if (isRaw) return Math.round(units)
    const start = Math.floor(units / cellExtent) * cellExtent
    return Math.round(Math.min(Math.max(units, start + margin), start + cellExtent - margin))
  }
  return [within(x, tile.x), within(y, tile.y)]
}
