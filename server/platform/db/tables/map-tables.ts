import type { ItemType } from '#shared/api/item.ts'

/**
 * Types of the tables that the migrations 0003-map.sql, 0010-periods.sql, 0011-place-directory.sql,
 * 0016-places-by-tag.sql and 0036-marks-of-stories.sql create.
 */
export interface MapTables {
  mark: MarkTable
  markCell: MarkCellTable
  markTile: { z: number; tile: number }
  placeCount: { placeId: string; country: string; province: string; countBooks: number }
  placeTagCount: { tagId: string; placeId: string; count: number; begun: number[]; ended: number[] }
  placeRegion: { country: string; province: string; countPlaces: number }
}

interface MarkTable {
  itemId: string
  placeId: string
  itemType: ItemType
  kind: 'setting' | 'subject'
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
  countMarks: number
  sumX: number
  sumY: number
  minMortonCode: number
  maxMortonCode: number
  begun: number[]
  ended: number[]
}
