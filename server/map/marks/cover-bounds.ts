import type { Bounds } from '#shared/api/place/mark.ts'
import { bitsBelowCell, gridSize, gridX, gridY, maxRollUpZoom } from '#server/catalogue/mark-cells/mark-grid.ts'

/** A rectangle of columns and rows of the map grid, both ends inclusive. */
export interface Box {
  west: number
  east: number
  north: number
  south: number
}

/** A square of the map into which an area is divided. */
interface Quad {
  x: number
  y: number
  /** The length of the side of the square, in columns of the map grid. */
  size: number
  /**
   * The lowest Morton code in the square. A Morton code is the number of a position along a curve through the map grid,
   * on which the positions in a square are consecutive.
   */
  first: number
}

export interface Cell {
  z: number
  cell: number
}

/** A range of Morton codes; `end` is exclusive. */
export interface Span {
  first: number
  end: number
}

/** An area of the map, given as rectangles and divided into parts in which the database can search marks quickly. */
interface Cover {
  /**
   * Ranges of Morton codes that cover the area. They also contain marks outside the area, so the coordinates of every
   * mark in them must be checked.
   */
  spans: Span[]
  /** The smallest map cells that may be stored and together cover the area, for an estimate of its marks. */
  touched: Cell[]
}

/**
 * The largest number of squares into which the edges of a map area are divided. More squares would exclude more marks
 * outside the area, but looking them up would cost more time than that saves.
 */
const maxEdges = 96

/**
 * Converts geographic bounds to rectangles on the map grid: one rectangle, or two if the bounds cross the antimeridian.
 */
export function boxesOf([west, south, east, north]: Bounds): Box[] {
  const rows = { north: gridY(north), south: gridY(south) }
  const box = (from: number, to: number): Box => ({ west: gridX(from), east: gridX(to), ...rows })
  return west <= east ? [box(west, east)] : [box(west, 180), box(-180, east)]
}

/**
 * Divides an area of the map, given as rectangles: splits the squares at the edges of the rectangles into smaller ones,
 * until there would be more than `maxEdges` of them.
 */
export function coverBoxes(boxes: Box[]): Cover {
  const inside: Quad[] = []
  let edges: Quad[] = [{ x: 0, y: 0, size: gridSize, first: 0 }]
  while (edges.length > 0 && edges.every(({ size }) => size > 1)) {
    const quarters = edges.flatMap(quarter).filter((quad) => boxes.some((box) => meets(box, quad)))
    const isInside = (quad: Quad) => zoomOf(quad) >= 0 && boxes.some((box) => holds(box, quad))
    const finer = quarters.filter((quad) => !isInside(quad))
    if (finer.length > maxEdges) break
    inside.push(...quarters.filter(isInside))
    edges = finer
  }
  const quads = [...inside, ...edges]
  const touched = new Map(quads.map(cellOf).map((one) => [`${one.z}/${one.cell}`, one]))
  return { spans: joinQuads(quads), touched: [...touched.values()] }
}

/** Splits a square into its quarters in Morton order. */
function quarter({ x, y, size, first }: Quad): Quad[] {
  const half = size / 2
  return [0, 1, 2, 3].map((n) => ({
    x: x + (n & 1) * half,
    y: y + (n >> 1) * half,
    size: half,
    first: first + n * half * half,
  }))
}

function meets({ west, east, north, south }: Box, { x, y, size }: Quad): boolean {
  return x <= east && x + size > west && y <= south && y + size > north
}

function holds({ west, east, north, south }: Box, { x, y, size }: Quad): boolean {
  return x >= west && x + size - 1 <= east && y >= north && y + size - 1 <= south
}

function zoomOf({ size }: Quad): number {
  return bitsBelowCell(0) / 2 - Math.log2(size)
}

function cellOf(quad: Quad): Cell {
  const z = Math.min(zoomOf(quad), maxRollUpZoom)
  return { z, cell: Math.floor(quad.first / 2 ** bitsBelowCell(z)) }
}

/** Sorts squares by Morton code and joins adjacent ones to one range of codes. */
function joinQuads(quads: Quad[]): Span[] {
  const ranges: Span[] = []
  for (const { first, size } of quads.toSorted((a, b) => a.first - b.first)) {
    const last = ranges.at(-1)
    if (last?.end === first) last.end += size * size
    else ranges.push({ first, end: first + size * size })
  }
  return ranges
}
