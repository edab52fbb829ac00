/**
 * The grid of the map in integer columns and rows, computed as in the database (0002-catalog.sql). Its squares are
 * numbered by Morton codes, so that every map tile and every map cell is one range of codes. All codes fit into a
 * double.
 */
const gridBits = 26
export const gridSize = 2 ** gridBits

export const tileZoom = { min: 0, max: 16 }
/**
 * The highest zoom whose map cells may be stored in the database with the number of their books and videos. Those in
 * cells of higher zooms are counted on each request.
 */
export const maxRollUpZoom = 8
/**
 * The largest number of marks (a mark is a book or video at a place) in a part of the map that one request reads. The
 * cells of tiles with more marks are stored.
 */
export const maxReadMarks = 1000
/** The reserved tag id of the map cells that count all books and videos, whatever tags they have. */
export const allTags = '00000000-0000-0000-0000-000000000000'
/**
 * The reserved place id of the rows that count books in the whole world. In these rows each book counts once, however
 * many places it has.
 */
export const allPlaces = allTags

/**
 * The number of zoom levels between a map tile and the cells in which its marks are grouped: a tile of 512 px has 8 × 8
 * cells of 64 px.
 */
const cellsPerTile = 3

export interface TileAddress {
  z: number
  x: number
  y: number
}

/**
 * Returns how many of the lowest bits of a Morton code differ between positions inside one map cell of the given zoom;
 * the other bits are the number of the cell.
 */
export function bitsBelowCell(zoom: number): number {
  return 2 * (gridBits - cellsPerTile - zoom)
}

/** Returns how many of the lowest bits of a Morton code differ between positions inside one tile of the given zoom. */
export function bitsBelowTile(zoom: number): number {
  return 2 * (gridBits - zoom)
}

/** Returns the number of a tile among the tiles of its zoom, which is the beginning of the Morton codes in the tile. */
export function tileNumber({ z, x, y }: TileAddress): number {
  let tile = 0
  for (let bit = z - 1; bit >= 0; bit--) tile = tile * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1)
  return tile
}

/** Returns the range of Morton codes of a tile; `end` is exclusive. */
export function mortonRangeOfTile(address: TileAddress): [first: number, end: number] {
  const tile = tileNumber(address)
  const size = 2 ** bitsBelowTile(address.z)
  return [tile * size, (tile + 1) * size]
}

/**
 * Returns the zoom at which two marks that share a map cell first lie in different cells, at most the highest zoom of
 * the tiles. The marks are given by their Morton codes.
 */
export function splitZoom(first: number, last: number, zoom: number): number {
  const cellAt = (code: number, at: number) => Math.floor(code / 2 ** bitsBelowCell(at))
  let split = zoom + 1
  while (split < tileZoom.max && cellAt(first, split) === cellAt(last, split)) split += 1
  return split
}

/** Returns the grid column of a longitude in degrees, like `grid_x` in the database. */
export function gridX(lng: number): number {
  return Math.min(Math.floor(((lng + 180) / 360) * gridSize), gridSize - 1)
}

/** Returns the grid row of a latitude in degrees, counted from the north, like `grid_y` in the database. */
export function gridY(lat: number): number {
  const radians = (Math.min(Math.max(lat, -85.06), 85.06) * Math.PI) / 180
  const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)) * gridSize
  return Math.min(Math.max(Math.floor(y), 0), gridSize - 1)
}
