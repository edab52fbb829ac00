import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { countWrongTagCounts, recountByTag } from './count-by-tag.ts'
import { allTags, bitsBelowCell, maxRollUpZoom } from './mark-grid.ts'
import { eachPeriod } from './mark-periods.ts'
import { lockMarks } from './lock-marks.ts'

const columns = sql`tag_id, z, cell, count, sum_x, sum_y, min_morton_code, max_morton_code, begun, ended`

/**
 * Recounts the marks of all map cells: cells of the highest stored zoom from the marks, cells of lower zooms from the
 * cells of the next higher zoom. Also recounts the books by tag and place. Must run in a transaction; locks the marks
 * exclusively.
 */
export async function recountMarks(db: Db) {
  await lockMarks(db, 'exclusive')
  await sql`delete from mark_cell`.execute(db)
  for (let z = maxRollUpZoom; z >= 0; z--) await sql`insert into mark_cell (${columns}) ${cellsOf(z)}`.execute(db)
  await recountByTag(db)
}

/**
 * Counts the map cells, and the numbers of books by tag and place, that differ from what `recountMarks` would write.
 * Reads all marks and writes nothing.
 */
export async function countWrongCells(db: Db): Promise<number> {
  const differing = Array.from(
    { length: maxRollUpZoom + 1 },
    (_, z) => sql`
      select tag_id from (
        (select ${columns} from mark_cell where z = ${z} except ${cellsOf(z)})
        union all (${cellsOf(z)} except select ${columns} from mark_cell where z = ${z})
      ) cell`,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${sql.join(differing, sql` union all `)}) differing`.execute(db)
  return (rows[0]?.count ?? 0) + (await countWrongTagCounts(db))
}

/** Returns an SQL query for all cells of one zoom, from the marks or from the cells of the next higher zoom. */
function cellsOf(z: number): RawBuilder<unknown> {
  if (z === maxRollUpZoom)
    return sql`
      select tag_id, ${sql.lit(z)}::smallint, morton_code >> ${bitsBelowCell(z)}::integer as cell,
        count(*)::integer, sum(x)::bigint, sum(y)::bigint, min(morton_code), max(morton_code),
        ${eachPeriod((period) => sql`count(*) filter (where first_period <= ${sql.lit(period)})`)},
        ${eachPeriod((period) => sql`count(*) filter (where last_period <= ${sql.lit(period)})`)}
      from mark cross join unnest(tag_ids || ${allTags}::uuid) tag_id
      group by tag_id, cell`
  return sql`
    select tag_id, ${sql.lit(z)}::smallint, cell >> 2, sum(count)::integer, sum(sum_x)::bigint, sum(sum_y)::bigint,
      min(min_morton_code), max(max_morton_code),
      ${eachPeriod((period) => sql`sum(begun[${sql.lit(period + 1)}])`)},
      ${eachPeriod((period) => sql`sum(ended[${sql.lit(period + 1)}])`)}
    from mark_cell where z = ${z + 1} group by tag_id, cell >> 2`
}
