import { sql } from 'kysely'
import { periodStarts } from '#shared/period.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/schema.ts'
import { allTags } from '#server/map/cells/mark-grid.ts'
import { eachPeriod } from '#server/map/cells/mark-periods.ts'
import { matchAllTags } from '#server/tag/match-all-tags.ts'

/**
 * Returns for each period of the timeline the number of marks of books that are about this period and have all the
 * tags. A mark about several periods counts in each. With at most one tag, the stored numbers are read. With several
 * tags, the marks are counted, but only those of the most popular books of the rarest tag (`matchAllTags`);
 * `isLowerBound` tells whether marks may be missing.
 */
export async function countPeriods(db: Db, tagIds: string[]): Promise<{ counts: number[]; isLowerBound: boolean }> {
  if (tagIds.length > 1) return countMarks(db, tagIds)
  const [row] = await sumPeriods(db, tagIds[0] ?? allTags)
  const { begun = [], ended = [] } = row ?? {}
  return { counts: begun.map((count, period) => count - (ended[period - 1] ?? 0)), isLowerBound: false }
}

/** Returns one row with the numbers of marks that begin and that end in each period, stored for a tag or for all. */
const sumPeriods = compileOnce(
  (_db, tagId: string) => sql<{ begun: number[]; ended: number[] }>`
    select ${eachPeriod((period) => sql`coalesce(sum(begun[${sql.lit(period + 1)}]), 0)`)} as begun,
      ${eachPeriod((period) => sql`coalesce(sum(ended[${sql.lit(period + 1)}]), 0)`)} as ended
    from mark_cell where tag_id = ${tagId} and z = 0`,
)

async function countMarks(db: Db, tagIds: string[]) {
  const { rows } = await sql<{ firstPeriod: number; lastPeriod: number; count: number; isComplete: boolean }>`
    with ${matchAllTags(tagIds)}
    select first_period, last_period, count(*) as count, (select is_complete from completeness) as is_complete
    from matching join mark using (item_id)
    where first_period is not null group by first_period, last_period`.execute(db)
  const counts = periodStarts.map((_, period) =>
    rows
      .filter(({ firstPeriod, lastPeriod }) => firstPeriod <= period && period <= lastPeriod)
      .reduce((sum, { count }) => sum + count, 0),
  )
  return { counts, isLowerBound: rows.some(({ isComplete }) => !isComplete) }
}
