import type { ItemType } from '#shared/api/item.ts'

/**
 * Types of the tables that the migrations 0003-map.sql, 0010-periods.sql, 0011-place-directory.sql and
 * 0016-places-by-tag.sql create.
 */
export interface MapTables {
  mark: MarkTable
  markCell: MarkCellTable
  placeCount: { placeId: string; country: string; province: string; countBooks: number }
  placeTagCount: { tagId: string; placeId: string; count: number; begun: number[]; ended: number[] }
  placeRegion: { country: string; province: string; countPlaces: number }
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
  firstPeriod: number | null
  lastPeriod: number | null
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
  begun: number[]
  ended: number[]
}
