import type { ItemType } from '#shared/api/place/mark.ts'

/** Types of the tables that the migration 0003-map.sql creates. */
export interface MapTables {
  mark: MarkTable
  markCell: MarkCellTable
}

interface MarkTable {
  itemId: string
  placeId: string
  itemType: ItemType
  x: number
  y: number
  mortonCode: number
  popularity: number
  tagIds: string[]
}

interface MarkCellTable {
  tagId: string
  z: number
  cell: number
  count: number
  sumX: number
  sumY: number
  minMortonCode: number
  maxMortonCode: number
}
