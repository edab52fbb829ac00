import { type RawBuilder, sql } from 'kysely'
import type { ItemType } from '#shared/api/place/mark.ts'
import type { Db } from '#server/db/schema.ts'
import {
  allTags,
  bitsBelowCell,
  maxRollUpZoom,
  mortonRangeOfTile,
  type TileAddress,
  tileZoom,
} from '#server/map/cells/mark-grid.ts'

/** A cell of a map tile, with the number and the mean position of its marks. */
export interface TileCell {
  count: number
  /** Map grid column of the mean position of the cell's marks. */
  x: number
  /** Map grid row of the mean position of the cell's marks. */
  y: number
  minMortonCode: number
  maxMortonCode: number
  /** Id of the place at which all marks of the cell are; null if they are at several places. */
  placeId: string | null
  place: string | null
  /**
   * The type (book or video) of the item that the only mark of the cell shows; null if the cell has several marks. The
   * following fields describe the same item.
   */
  itemType: ItemType | null
  itemId: string | null
  title: string | null
  cover: string | null
}

/**
 * Returns the cells of a map tile, counting only marks of books and videos that have all the tags. At the highest zoom,
 * marks of different places in a cell are returned separately.
 */
export async function listTileCells(db: Db, tile: TileAddress, tagIds: string[]): Promise<TileCell[]> {
  const isRolledUp = tile.z <= maxRollUpZoom && tagIds.length <= 1
  const { rows } = await sql<TileCell>`
    select cell.count, cell.x, cell.y, cell.min_morton_code, cell.max_morton_code, place.id as place_id, place.name as place,
      single.item_type, single.item_id, coalesce(book.title, video.title) as title, coalesce(book.cover, video.cover) as cover
    from (${isRolledUp ? storedCells(tile, tagIds[0]) : countedCells(tile, tagIds)} limit ${maxCells(tile)}::integer) cell
    left join lateral (
      select item_type, item_id, place_id from mark
      where cell.count = 1 and morton_code = cell.min_morton_code and ${carry(tagIds)} limit 1
    ) single on true
    left join book on single.item_type = 'book' and book.id = single.item_id
    left join video on single.item_type = 'video' and video.id = single.item_id
    left join place on place.id = coalesce(cell.place_id, single.place_id, ${onlyPlaceAt})
    order by cell.count desc, cell.min_morton_code`.execute(db)
  return rows
}

/**
 * Returns the largest possible number of cells of a map tile. The query uses it as `limit`, so that the query planner
 * expects few rows.
 */
function maxCells({ z }: TileAddress) {
  return z === tileZoom.max ? 4096 : 64
}

/** The id of the place at the Morton code of the cell. It is null if several places have the same code. */
const onlyPlaceAt = sql`(
  select (array_agg(id))[1] from place
  where morton_code = cell.min_morton_code and cell.min_morton_code = cell.max_morton_code having count(*) = 1)`

function storedCells(tile: TileAddress, tagId = allTags): RawBuilder<unknown> {
  const [first, end] = mortonRangeOfTile(tile)
  const size = 2 ** bitsBelowCell(tile.z)
  return sql`
    select count, sum_x / count as x, sum_y / count as y, min_morton_code, max_morton_code, null::uuid as place_id
    from mark_cell
    where tag_id = ${tagId} and z = ${tile.z} and cell >= ${first / size} and cell < ${end / size}`
}

function countedCells(tile: TileAddress, tagIds: string[]): RawBuilder<unknown> {
  const [first, end] = mortonRangeOfTile(tile)
  const placeId = tile.z === tileZoom.max ? sql`place_id` : sql`null::uuid`
  return sql`
    select count(*) as count, sum(x) / count(*) as x, sum(y) / count(*) as y,
      min(morton_code) as min_morton_code, max(morton_code) as max_morton_code, ${placeId} as place_id
    from mark
    where morton_code >= ${first} and morton_code < ${end} and ${carry(tagIds)}
    group by morton_code >> ${bitsBelowCell(tile.z)}::integer, ${placeId}`
}

function carry(tagIds: string[]): RawBuilder<boolean> {
  return tagIds.length === 0 ? sql`true` : sql`tag_ids @> ${tagIds}::uuid[]`
}
