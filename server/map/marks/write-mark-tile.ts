import { fromVectorTileJs, GeoJSONWrapper } from '@maplibre/vt-pbf'
import { sketchCover } from '#server/engines/cover/sketch-cover.ts'
import { gridSize, type TileAddress, tileZoom, splitZoom } from '#server/catalogue/mark-cells/mark-grid.ts'
import type { TileCell } from './mark-tile-queries.ts'

const extent = 4096
const cellExtent = 512
/**
 * The number of features in a tile is always smaller than this number, so the ids of features in different tiles
 * differ.
 */
const maxCells = 2 ** 12
/**
 * The map shows the marks of a cell as one circle. This is the minimum distance of its centre from the edge of the
 * cell, in tile units (8 per pixel). A circle has a radius of at most 22 px, so circles of neighbouring cells do not
 * overlap.
 */
const margin = 22 * 8
/**
 * Up to this zoom the features of a tile tell their exact position too, for the flat map, which has another scale and
 * keeps its circles apart itself.
 */
const maxExactZoom = 1

/**
 * Encodes the cells of a map tile as a vector tile with one layer `mark`. Returns null if there are no cells.
 * `isLowerBound` says that the stated number of marks in a cell may be too small.
 */
export function writeMarkTile(tile: TileAddress, cells: TileCell[], isLowerBound: boolean): Uint8Array | null {
  if (cells.length === 0) return null
  const features = cells.map((cell, index) => ({
    type: 1 as const,
    id: firstId(tile) + index,
    geometry: [pointOf(tile, cell, margin)],
    tags: {
      ...tagsOf(cell, tile.z),
      ...(isLowerBound && cell.itemId === null && { isLowerBound }),
      ...(tile.z <= maxExactZoom && exactPoint(tile, cell)),
    },
  }))
  const layer = new GeoJSONWrapper(features, { version: 2, extent })
  layer.name = 'mark'
  return fromVectorTileJs({ layers: { mark: layer } })
}

/** Returns the id of the first feature of a tile. The ids of the features in all tiles of all zooms differ. */
function firstId({ z, x, y }: TileAddress): number {
  const tilesBefore = (4 ** z - 1) / 3
  return (tilesBefore + y * 2 ** z + x) * maxCells
}

function tagsOf(cell: TileCell, zoom: number): Record<string, string | number | boolean> {
  const { count, itemType, itemId, placeId, place } = cell
  const at = placeId !== null && place !== null ? { placeId, place } : {}
  if (itemType !== null && itemId !== null)
    return { itemType, itemId, title: cell.title ?? '', ...at, ...coverOf(cell) }
  // Marks at a single place do not separate at higher zooms; the map fans them out instead.
  if (placeId !== null) return { count, ...at }
  return { count, expand: splitZoom(cell.minMortonCode, cell.maxMortonCode, zoom) }
}

/** Returns the storage key of an uploaded cover, or a sketch of the cover that is drawn for a book. */
function coverOf({ itemType, title, cover, subtitle, authors, tags }: TileCell) {
  if (cover !== null) return { cover }
  if (itemType !== 'book') return {}
  return { sketch: sketchCover({ title: title ?? '', subtitle, authors: authors ?? [], tags: tags ?? [] }) }
}

function exactPoint(tile: TileAddress, cell: TileCell) {
  const [exactX, exactY] = pointOf(tile, cell, 0)
  return { exactX, exactY }
}

/**
 * Returns the position of a cell in the units of its tile, moved away from the edges of the cell by `margin`. At the
 * highest zoom the position is exact.
 */
function pointOf(tile: TileAddress, { x, y }: TileCell, margin: number): [number, number] {
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
