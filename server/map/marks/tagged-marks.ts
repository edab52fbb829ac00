import { sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import type { TimeWindow } from '#shared/period.ts'
import type { Db } from '#server/db/schema.ts'
import {
  allTags,
  bitsBelowCell,
  maxRollUpZoom,
  mortonRangeOfTile,
  type TileAddress,
  tileZoom,
} from '#server/map/cells/mark-grid.ts'
import { matchAllTags } from '#server/tag/match-all-tags.ts'

/**
 * The largest number of marks in a part of the map for which a request that filters by several tags compares every mark
 * with the tags.
 */
export const maxComparedMarks = 1000

/** A mark of a book or video that has all tags of a filter with several tags. */
interface TaggedMark {
  itemType: ItemType
  itemId: string
  placeId: string
  x: number
  y: number
  mortonCode: number
  firstPeriod: number | null
  lastPeriod: number | null
}

export interface TaggedMarks {
  marks: TaggedMark[]
  /**
   * Whether `marks` has all marks with the tags. It has only some if the rarest tag has too many books to check all.
   */
  isComplete: boolean
}

/**
 * A cell of a map tile, made only from the marks of books and videos that have all tags of a filter with several tags.
 */
export interface TaggedCell {
  count: number
  x: number
  y: number
  minMortonCode: number
  maxMortonCode: number
  /**
   * Id of the place of the marks; null if they are at several places, or if the place has to be found by their Morton
   * code (the number of their position on the map grid).
   */
  placeId: string | null
  /** The id of the only book or video in the cell; null if there are several. */
  itemId: string | null
}

/**
 * Returns the marks of the books and videos that have all of several tags, as far as `matchAllTags` finds them among
 * the most popular ones of the rarest tag.
 */
export async function listTaggedMarks(db: Db, tagIds: string[]): Promise<TaggedMarks> {
  const { rows } = await sql<TaggedMark & { isComplete: boolean }>`
    with ${matchAllTags(tagIds)}
    select item_type, item_id, place_id, x, y, morton_code, first_period, last_period, is_complete
    from completeness left join (matching join mark using (item_id)) on true`.execute(db)
  const [first] = rows
  return { marks: rows.filter(({ itemId }) => itemId !== null), isComplete: first?.isComplete ?? true }
}

/** Returns whether a map tile has at most `maxComparedMarks` marks, whatever tags their items have. */
export async function hasFewMarks(db: Db, tile: TileAddress): Promise<boolean> {
  const [first, end] = mortonRangeOfTile(tile)
  const z = Math.min(tile.z, maxRollUpZoom)
  const size = 2 ** bitsBelowCell(z)
  const { rows } = await sql<{ hasFew: boolean }>`
    select coalesce(sum(count), 0) <= ${sql.lit(maxComparedMarks)} as has_few from mark_cell
    where tag_id = ${allTags} and z = ${sql.lit(z)}
      and cell between ${Math.floor(first / size)}::bigint and ${Math.ceil(end / size) - 1}::bigint`.execute(db)
  return rows[0]?.hasFew ?? true
}

/**
 * Groups the marks that `listTaggedMarks` has found by the cells of a map tile, in the way in which `listTileCells`
 * groups marks for a filter with at most one tag.
 */
export function groupByCell(tile: TileAddress, marks: TaggedMark[], window: TimeWindow | null): TaggedCell[] {
  const [first, end] = mortonRangeOfTile(tile)
  const size = 2 ** bitsBelowCell(tile.z)
  const isRaw = tile.z === tileZoom.max
  const inside = marks.filter(
    (mark) => mark.mortonCode >= first && mark.mortonCode < end && (window === null || overlaps(mark, window)),
  )
  const keyOf = (mark: TaggedMark) => `${Math.floor(mark.mortonCode / size)}${isRaw ? mark.placeId : ''}`
  return [...Map.groupBy(inside, keyOf).values()].map((cell) => toCell(cell, isRaw))
}

function toCell(marks: TaggedMark[], isRaw: boolean): TaggedCell {
  const codes = marks.map(({ mortonCode }) => mortonCode)
  const mean = (axis: 'x' | 'y') => Math.floor(marks.reduce((sum, mark) => sum + mark[axis], 0) / marks.length)
  const [only] = marks
  const isSingle = marks.length === 1
  return {
    count: marks.length,
    x: mean('x'),
    y: mean('y'),
    minMortonCode: Math.min(...codes),
    maxMortonCode: Math.max(...codes),
    placeId: only !== undefined && (isRaw || isSingle) ? only.placeId : null,
    itemId: only !== undefined && isSingle ? only.itemId : null,
  }
}

function overlaps({ firstPeriod, lastPeriod }: TaggedMark, { first, last }: TimeWindow): boolean {
  return firstPeriod !== null && lastPeriod !== null && firstPeriod <= last && lastPeriod >= first
}
