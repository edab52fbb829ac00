import type { Bounds } from '#shared/api/place/mark.ts'
import { bitsBelowCell, gridSize, gridX, gridY, maxRollUpZoom } from '#server/map/cells/mark-grid.ts'

/** Columns and rows of the grid, the last ones included. */
export interface Box {
  west: number
  east: number
  north: number
  south: number
}

/** A square of the quadtree: whole cells of the roll-ups, or a part of one. */
interface Quad {
  x: number
  y: number
  /** Squares a side. */
  size: number
  /** The least of its Morton codes. */
  first: number
}

export interface Cell {
  z: number
  cell: number
}

/** Spots from the first up to, not with, the end. */
export interface Span {
  first: number
  end: number
}

/** What lies within some boxes, in pieces that the database can count or find quickly. */
export interface Cover {
  /** Cells that lie in a box whole. */
  inside: Cell[]
  /** What lies around the edges, of which each mark must be looked at. */
  edges: Span[]
  /** All of it. */
  spans: Span[]
  /** Every cell that is touched, as fine as cells are kept. */
  touched: Cell[]
}

/** More pieces at the edges cost more to look up than they save in marks looked at. */
const maxEdges = 96

/** Two boxes where the bounds cross the antimeridian. */
export function boxesOf([west, south, east, north]: Bounds): Box[] {
  const rows = { north: gridY(north), south: gridY(south) }
  const box = (from: number, to: number): Box => ({ west: gridX(from), east: gridX(to), ...rows })
  return west <= east ? [box(west, east)] : [box(west, 180), box(-180, east)]
}

/** Cuts the squares at the edges of the boxes ever finer, as long as they stay few. */
export function coverBoxes(boxes: Box[]): Cover {
  const inside: Quad[] = []
  let edges: Quad[] = [{ x: 0, y: 0, size: gridSize, first: 0 }]
  while (edges.length > 0 && edges.every(({ size }) => size > 1)) {
    const quarters = edges.flatMap(quarter).filter((quad) => boxes.some((box) => meets(box, quad)))
    const isInside = (quad: Quad) => isKept(quad) && boxes.some((box) => holds(box, quad))
    const finer = quarters.filter((quad) => !isInside(quad))
    if (finer.length > maxEdges) break
    inside.push(...quarters.filter(isInside))
    edges = finer
  }
  const touched = new Map([...inside, ...edges].map(cellOf).map((one) => [`${one.z}/${one.cell}`, one]))
  return {
    inside: inside.map(cellOf),
    edges: joined(edges),
    spans: joined([...inside, ...edges]),
    touched: [...touched.values()],
  }
}

/** In Morton order. */
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

/** Whether the roll-ups have it as a cell. */
function isKept(quad: Quad): boolean {
  return zoomOf(quad) >= 0 && zoomOf(quad) <= maxRollUpZoom
}

function cellOf(quad: Quad): Cell {
  const z = Math.min(zoomOf(quad), maxRollUpZoom)
  return { z, cell: Math.floor(quad.first / 2 ** bitsBelowCell(z)) }
}

/** Neighbours in Morton order as one range. */
function joined(quads: Quad[]): Span[] {
  const ranges: Span[] = []
  for (const { first, size } of quads.toSorted((a, b) => a.first - b.first)) {
    const last = ranges.at(-1)
    if (last?.end === first) last.end += size * size
    else ranges.push({ first, end: first + size * size })
  }
  return ranges
}
