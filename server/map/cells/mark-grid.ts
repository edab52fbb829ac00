/**
 * The grid of the map as the database computes it (0002-catalog.sql): squares numbered by their Morton codes, so that any
 * tile and any cell is one range of codes. All codes fit a double.
 */
const gridBits = 26
export const gridSize = 2 ** gridBits

export const tileZoom = { min: 0, max: 16 }
/** The greatest zoom whose cells are kept rolled up; those below are counted from marks. */
export const maxRollUpZoom = 8
/** Stands for all tags among the cells. */
export const allTags = '00000000-0000-0000-0000-000000000000'

/** A tile of 512 px has eight cells of 64 px a side. */
const cellsPerTile = 3

export interface TileAddress {
  z: number
  x: number
  y: number
}

/** How many bits of a Morton code lie within one cell of a zoom. */
export function bitsBelowCell(zoom: number): number {
  return 2 * (gridBits - cellsPerTile - zoom)
}

/** The Morton codes of a tile's squares: from the first up to, but not including, the last. */
export function mortonRangeOfTile({ z, x, y }: TileAddress): [first: number, end: number] {
  let tile = 0
  for (let bit = z - 1; bit >= 0; bit--) tile = tile * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1)
  const size = 4 ** (gridBits - z)
  return [tile * size, (tile + 1) * size]
}

/** The lowest zoom at which two Morton codes of one cell are in different cells. */
export function splitZoom(first: number, last: number, zoom: number): number {
  const cellAt = (code: number, at: number) => Math.floor(code / 2 ** bitsBelowCell(at))
  let apart = zoom + 1
  while (apart < tileZoom.max && cellAt(first, apart) === cellAt(last, apart)) apart += 1
  return apart
}

/** The column of squares a longitude lies in, as the database's grid_x has it. */
export function gridX(lng: number): number {
  return Math.min(Math.floor(((lng + 180) / 360) * gridSize), gridSize - 1)
}

/** The row of squares a latitude lies in, from the north down, as the database's grid_y has it. */
export function gridY(lat: number): number {
  const radians = (Math.min(Math.max(lat, -85.06), 85.06) * Math.PI) / 180
  const y = (0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)) * gridSize
  return Math.min(Math.max(Math.floor(y), 0), gridSize - 1)
}
