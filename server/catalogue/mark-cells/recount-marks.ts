import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { countWrongTagCounts, recountByTag } from './count-by-tag.ts'
import { allTags, bitsBelowCell, bitsBelowTile, maxReadMarks, maxRollUpZoom } from './mark-grid.ts'
import { sumCells } from './sum-cells.ts'
import { lockMarks } from './lock-marks.ts'

const columns = sql`tag_id, z, cell, count, count_marks, sum_x, sum_y, min_morton_code, max_morton_code, begun, ended`

/**
 * Recounts all map cells: stores the cells of the tiles that have more than `maxMarks` marks, and no others. Also
 * recounts the books by tag and place. Must run in a transaction; locks the marks exclusively.
 */
export async function recountMarks(db: Db, maxMarks = maxReadMarks) {
  await lockMarks(db, 'exclusive')
  await sql`delete from mark_cell`.execute(db)
  await sql`delete from mark_tile`.execute(db)
  await countFullTiles(db, maxMarks)
  await recountByTag(db)
}

/**
 * Stores the cells of map tiles that have received more than `maxReadMarks` marks since the last recount. Must run in a
 * transaction; locks the marks exclusively if there are such tiles. Returns the number of these tiles.
 */
export async function countNewTiles(db: Db): Promise<number> {
  if (!(await hasFullTile(db))) return 0
  await lockMarks(db, 'exclusive')
  return countFullTiles(db, maxReadMarks)
}

async function hasFullTile(db: Db): Promise<boolean> {
  for (let z = 0; z <= maxRollUpZoom; z++) if ((await listFullTiles(db, z, maxReadMarks)).length > 0) return true
  return false
}

/** Stores the cells of all tiles that have more than `maxMarks` marks and no stored cells. Returns their number. */
async function countFullTiles(db: Db, maxMarks: number): Promise<number> {
  let count = 0
  for (let z = 0; z <= maxRollUpZoom; z++) {
    const tiles = await listFullTiles(db, z, maxMarks)
    if (tiles.length === 0) continue
    await sql`insert into mark_tile (z, tile) select ${z}, unnest(${tiles}::bigint[])`.execute(db)
    await sql`insert into mark_cell (${columns}) ${cellsOf(z, sql`select unnest(${tiles}::bigint[])`)}`.execute(db)
    count += tiles.length
  }
  return count
}

/**
 * Returns the tiles of a zoom that have more than `maxMarks` marks but no stored cells. Only the whole world and the
 * quarters of tiles with stored cells are looked at, because a tile has at least as many marks as its quarters.
 */
async function listFullTiles(db: Db, z: number, maxMarks: number): Promise<number[]> {
  const candidates =
    z === 0
      ? sql`select 0::bigint as tile`
      : sql`select tile * 4 + quarter as tile from mark_tile cross join generate_series(0, 3) quarter where z = ${z - 1}`
  const { rows } = await sql<{ tile: number }>`
    select tile from (${candidates}) candidate
    where not exists (select from mark_tile where z = ${z} and mark_tile.tile = candidate.tile)
      and (select count(*) from (select from mark where ${isInTile(z)} limit ${maxMarks + 1}) counted) > ${maxMarks}
    order by tile`.execute(db)
  return rows.map(({ tile }) => tile)
}

/** Returns an SQL condition on the table `mark`: the mark lies in the tile of the zoom with the number `tile`. */
function isInTile(z: number): RawBuilder<boolean> {
  const bits = sql.lit(bitsBelowTile(z))
  return sql<boolean>`(morton_code >= tile << ${bits} and morton_code < (tile + 1) << ${bits})`
}

/**
 * Counts the map cells, and the numbers of books by tag and place, that differ from what `recountMarks` would write.
 * Reads the marks of all tiles with stored cells, and writes nothing.
 */
export async function countWrongCells(db: Db): Promise<number> {
  const differing = Array.from({ length: maxRollUpZoom + 1 }, (_, z) => {
    const counted = cellsOf(z, sql`select tile from mark_tile where z = ${z}`)
    const stored = sql`select ${columns} from mark_cell where z = ${z}`
    return sql`select tag_id from ((${stored} except (${counted})) union all ((${counted}) except ${stored})) cell`
  })
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${sql.join(differing, sql` union all `)}) differing`.execute(db)
  return (rows[0]?.count ?? 0) + (await countWrongTagCounts(db))
}

/** Returns an SQL query for the cells of some tiles of one zoom, counted from the marks. */
function cellsOf(z: number, tiles: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with item_in_cell as (
      select morton_code >> ${sql.lit(bitsBelowCell(z))} as cell, tag_ids, first_period, last_period, count(*) as count_marks,
        sum(x) as sum_x, sum(y) as sum_y, min(morton_code) as min_morton_code, max(morton_code) as max_morton_code
      from (${tiles}) counted(tile) cross join lateral (select * from mark where ${isInTile(z)} offset 0) mark
      group by item_id, cell, tag_ids, first_period, last_period
    ), difference as (
      select tag_id, ${sql.lit(z)}::smallint as z, cell, first_period, last_period, count(*) as count,
        sum(count_marks) as count_marks, sum(sum_x) as sum_x, sum(sum_y) as sum_y,
        min(min_morton_code) as min_morton_code, max(max_morton_code) as max_morton_code
      from item_in_cell cross join unnest(tag_ids || ${allTags}::uuid) tag_id
      group by tag_id, cell, first_period, last_period
    )
    select ${columns} from (${sumCells}) cell`
}
