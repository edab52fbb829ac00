import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { recountByTag } from './count-by-tag.ts'
import { allTags, bitsBelowCell, maxRollUpZoom } from './mark-grid.ts'
import { eachPeriod } from './mark-periods.ts'
import { lockMarks } from './lock-marks.ts'

const columns = sql`tag_id, z, cell, count, sum_x, sum_y, min_morton_code, max_morton_code, begun, ended`

/**
 * Recounts the marks of all map cells: cells of the highest stored zoom from the marks, cells of lower zooms from the
 * cells of the next higher zoom. Also recounts the books by tag and place. Must run in a transaction; locks the marks exclusively.
 */
export async function recountMarks(db: Db) {
  await lockMarks(db, 'exclusive')
  await sql`delete from mark_cell`.execute(db)
  await sql`
    insert into mark_cell (${columns})
    select tag_id, ${maxRollUpZoom}, morton_code >> ${bitsBelowCell(maxRollUpZoom)}::integer as cell,
      count(*), sum(x), sum(y), min(morton_code), max(morton_code),
      ${eachPeriod((period) => sql`count(*) filter (where first_period <= ${sql.lit(period)})`)},
      ${eachPeriod((period) => sql`count(*) filter (where last_period <= ${sql.lit(period)})`)}
    from mark cross join unnest(tag_ids || ${allTags}::uuid) tag_id
    group by tag_id, cell`.execute(db)
  for (let z = maxRollUpZoom - 1; z >= 0; z--)
    await sql`
      insert into mark_cell (${columns})
      select tag_id, ${z}, cell >> 2, sum(count), sum(sum_x), sum(sum_y), min(min_morton_code), max(max_morton_code),
        ${eachPeriod((period) => sql`sum(begun[${sql.lit(period + 1)}])`)},
        ${eachPeriod((period) => sql`sum(ended[${sql.lit(period + 1)}])`)}
      from mark_cell where z = ${z + 1} group by tag_id, cell >> 2`.execute(db)
  await recountByTag(db)
}
