import { type RawBuilder, sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import type { TimeWindow } from '#shared/period.ts'
import type { CoverBook } from '#server/engines/cover/cover-book.ts'
import type { Db } from '#server/platform/db/schema.ts'
import {
  allTags,
  bitsBelowCell,
  maxRollUpZoom,
  mortonRangeOfTile,
  type TileAddress,
  tileNumber,
  tileZoom,
} from '#server/catalogue/mark-cells/mark-grid.ts'
import { countInCell, overlapsWindow } from '#server/catalogue/mark-cells/mark-periods.ts'
import type { TaggedCell } from './tagged-marks.ts'

/** A cell of a map tile, with the number of its books and videos, and the position at which the map shows them. */
export interface TileCell {
  /** The number of books and videos that have marks in the cell, each of which counts once. */
  count: number
  /** Map grid column of the mean position of the cell's marks; that of the shown mark if the cell has one item. */
  x: number
  /** Map grid row of the same position. */
  y: number
  minMortonCode: number
  maxMortonCode: number
  /** Id of the place at which all marks of the cell are; null if they are at several places. */
  placeId: string | null
  place: string | null
  /**
   * The type (book or video) of the only item in the cell; null if the cell has several items. The following fields
   * describe the same item.
   */
  itemType: ItemType | null
  itemId: string | null
  title: string | null
  cover: string | null
  /** The data from which the cover of a book is drawn; null for a video. */
  subtitle: string | null
  authors: string[] | null
  tags: CoverBook['tags'] | null
}

/** A filter on the marks of a tile: those of items that have all the tags and are about years of the window. */
interface TileFilter {
  tagIds: string[]
  window: TimeWindow | null
}

/**
 * If a cell has only one book or video in the chosen window of time, the map shows it. It is looked up only in cells
 * with at most this number of marks of all times, because the search has to read the marks of other years too. In a
 * larger cell the map shows the number 1 instead.
 */
const maxSearchedCell = 100

/**
 * Returns the cells of a map tile, counting only books and videos that match the filter, which has at most one tag
 * unless the tile has few marks. The cells are read if they are stored, and counted from the marks otherwise. The only
 * item of a cell is shown at the place to which it has the closest relation. The position of a cell whose numbers are
 * stored in the database, and its range of Morton codes (numbers along a curve through the map grid), are those of all
 * its marks with the tag. At the highest zoom, marks of different places in a cell are returned separately.
 */
export async function listTileCells(db: Db, tile: TileAddress, filter: TileFilter): Promise<TileCell[]> {
  const isStored = filter.tagIds.length <= 1 && (await hasStoredCells(db, tile))
  const { rows } = await sql<TileCell>`
    select cell.count, coalesce(single.x, cell.x) as x, coalesce(single.y, cell.y) as y, cell.min_morton_code, cell.max_morton_code, place.id as place_id, place.name as place,
      single.item_type, single.item_id, ${shownItem}
    from (${isStored ? storedCells(tile, filter) : countedCells(tile, filter)} limit ${maxCells(tile)}::integer) cell
    left join lateral (
      select item_type, item_id, place_id, x, y from mark
      where cell.count = 1 and cell.count_marks <= ${maxSearchedCell}
        and morton_code between cell.min_morton_code and cell.max_morton_code and ${matches(filter)}
      order by kind, morton_code, place_id limit 1
    ) single on true
    left join book on single.item_type = 'book' and book.id = single.item_id
    left join video on single.item_type = 'video' and video.id = single.item_id
    ${placeOf(sql`coalesce(cell.place_id, single.place_id, ${onlyPlaceAt})`)}
    order by cell.count desc, cell.min_morton_code`.execute(db)
  return rows
}

async function hasStoredCells(db: Db, tile: TileAddress): Promise<boolean> {
  if (tile.z > maxRollUpZoom) return false
  const { rows } = await sql`select from mark_tile where z = ${tile.z} and tile = ${tileNumber(tile)}`.execute(db)
  return rows.length > 0
}

/**
 * Returns the largest possible number of cells of a map tile. The query uses it as `limit`, so that the query planner
 * expects few rows.
 */
function maxCells({ z }: TileAddress) {
  return z === tileZoom.max ? 4096 : 64
}

/** The columns of the joined tables `book` and `video` that describe the only item of a cell. */
const shownItem = sql`
  coalesce(book.title, video.title) as title, coalesce(book.cover, video.cover) as cover, book.subtitle, book.authors, (
    select jsonb_agg(jsonb_build_object('name', tag.name, 'kind', tag.kind))
    from book_tag join tag on tag.id = book_tag.tag_id where book_tag.book_id = book.id) as tags`

/** The id of the place at the Morton code of the cell. It is null if several places have the same code. */
const onlyPlaceAt = sql`(
  select (array_agg(id))[1] from place
  where morton_code = cell.min_morton_code and cell.min_morton_code = cell.max_morton_code having count(*) = 1)`

/** Joins the place with an id. The query planner would otherwise read all places, because it expects more cells. */
function placeOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join lateral (select * from place where place.id = ${id} offset 0) place on true`
}

/** Adds to each cell that `groupByCell` returned the place, book or video that the map shows at this cell. */
export async function describeCells(db: Db, cells: TaggedCell[]): Promise<TileCell[]> {
  if (cells.length === 0) return []
  const { rows } = await sql<TileCell>`
    select cell.count, cell.x, cell.y, cell.min_morton_code, cell.max_morton_code, place.id as place_id, place.name as place,
      case when book.id is not null then 'book' when video.id is not null then 'video' end as item_type, cell.item_id,
      ${shownItem}
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) sent(
      "count" integer, "x" integer, "y" integer, "minMortonCode" bigint, "maxMortonCode" bigint, "placeId" uuid, "itemId" uuid)
    cross join lateral (
      select sent.count, sent.x, sent.y, sent."minMortonCode" as min_morton_code, sent."maxMortonCode" as max_morton_code,
        sent."placeId" as place_id, sent."itemId" as item_id
    ) cell
    left join book on book.id = cell.item_id
    left join video on video.id = cell.item_id
    ${placeOf(sql`coalesce(cell.place_id, ${onlyPlaceAt})`)}
    order by cell.count desc, cell.min_morton_code`.execute(db)
  return rows
}

function storedCells(tile: TileAddress, { tagIds: [tagId = allTags], window }: TileFilter): RawBuilder<unknown> {
  const [first, end] = mortonRangeOfTile(tile)
  const size = 2 ** bitsBelowCell(tile.z)
  const count = countInCell(window)
  return sql`
    select ${count} as count, count_marks, sum_x / count_marks as x, sum_y / count_marks as y,
      min_morton_code, max_morton_code, null::uuid as place_id
    from mark_cell
    where tag_id = ${tagId} and z = ${tile.z} and cell >= ${first / size} and cell < ${end / size} and ${count} > 0`
}

function countedCells(tile: TileAddress, filter: TileFilter): RawBuilder<unknown> {
  const [first, end] = mortonRangeOfTile(tile)
  const placeId = tile.z === tileZoom.max ? sql`place_id` : sql`null::uuid`
  // A filter with several tags is used here only for a tile with few marks. `offset 0` makes the query planner read
  // these marks first, instead of all marks in the world that have the tags.
  const bySpan = filter.tagIds.length > 1 ? sql`offset 0` : sql``
  return sql`
    select count(distinct item_id) as count, count(*) as count_marks, sum(x) / count(*) as x, sum(y) / count(*) as y,
      min(morton_code) as min_morton_code, max(morton_code) as max_morton_code, ${placeId} as place_id
    from (select * from mark where morton_code >= ${first} and morton_code < ${end} ${bySpan}) mark
    where ${matches(filter)}
    group by morton_code >> ${bitsBelowCell(tile.z)}::integer, ${placeId}`
}

function matches({ tagIds, window }: TileFilter): RawBuilder<boolean> {
  const parts = [
    ...(tagIds.length > 0 ? [sql`tag_ids @> ${tagIds}::uuid[]`] : []),
    ...(window === null ? [] : [overlapsWindow(window)]),
  ]
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`
}
