import { sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import type { TimeWindow } from '#shared/period.ts'
import type { Db } from '#server/platform/db/schema.ts'
import {
  bitsBelowCell,
  maxReadMarks,
  mortonRangeOfTile,
  type TileAddress,
  tileZoom,
} from '#server/catalogue/mark-cells/mark-grid.ts'
import { matchAllTags } from '#server/catalogue/tag/match-all-tags.ts'

/** A mark of a book or video that has all tags of a filter with several tags. */
interface TaggedMark {
  itemType: ItemType
  itemId: string
  placeId: string
  kind: 'setting' | 'subject'
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
    select item_type, item_id, place_id, kind, x, y, morton_code, first_period, last_period, is_complete
    from completeness left join (matching join mark using (item_id)) on true`.execute(db)
  const [first] = rows
  return { marks: rows.filter(({ itemId }) => itemId !== null), isComplete: first?.isComplete ?? true }
}

/** Returns whether a map tile has at most `maxReadMarks` marks, whatever tags their items have. */
export async function hasFewMarks(db: Db, tile: TileAddress): Promise<boolean> {
  const [first, end] = mortonRangeOfTile(tile)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from mark where morton_code >= ${first} and morton_code < ${end} limit ${maxReadMarks + 1}
    ) counted`.execute(db)
  return (rows[0]?.count ?? 0) <= maxReadMarks
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
  const count = new Set(marks.map(({ itemId }) => itemId)).size
  const [first] = marks
  const only = count === 1 ? (marks.find(({ kind }) => kind === 'setting') ?? first) : undefined
  return {
    count,
    x: only?.x ?? mean('x'),
    y: only?.y ?? mean('y'),
    minMortonCode: Math.min(...codes),
    maxMortonCode: Math.max(...codes),
    placeId: only?.placeId ?? (isRaw ? first?.placeId : null) ?? null,
    itemId: only?.itemId ?? null,
  }
}

function overlaps({ firstPeriod, lastPeriod }: TaggedMark, { first, last }: TimeWindow): boolean {
  return firstPeriod !== null && lastPeriod !== null && firstPeriod <= last && lastPeriod >= first
}
