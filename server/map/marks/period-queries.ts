import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { allTags } from '#server/map/cells/mark-grid.ts'
import { eachPeriod } from '#server/map/cells/mark-periods.ts'

/**
 * Returns for each period of the timeline the number of marks about it, of items that have all the tags. A mark about
 * several periods counts in each. The numbers for no tag or one tag are stored; for several tags, the marks are counted.
 */
export async function countPeriods(db: Db, tagIds: string[]): Promise<number[]> {
  const query =
    tagIds.length <= 1
      ? sql<Totals>`
          select ${eachPeriod((period) => sql`coalesce(sum(begun[${sql.lit(period + 1)}]), 0)`)} as begun,
            ${eachPeriod((period) => sql`coalesce(sum(ended[${sql.lit(period + 1)}]), 0)`)} as ended
          from mark_cell where tag_id = ${tagIds[0] ?? allTags} and z = 0`
      : sql<Totals>`
          select ${eachPeriod((period) => sql`count(*) filter (where first_period <= ${sql.lit(period)})`)} as begun,
            ${eachPeriod((period) => sql`count(*) filter (where last_period <= ${sql.lit(period)})`)} as ended
          from mark where tag_ids @> ${tagIds}::uuid[]`
  const { rows } = await query.execute(db)
  const { begun = [], ended = [] } = rows[0] ?? {}
  return begun.map((count, period) => count - (ended[period - 1] ?? 0))
}

interface Totals {
  begun: number[]
  ended: number[]
}
