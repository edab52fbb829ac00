import { sql } from 'kysely'
import { periodStarts } from '#shared/period.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { allPlaces, allTags } from '#server/catalogue/mark-cells/mark-grid.ts'
import { matchAllTags } from '#server/catalogue/tag/match-all-tags.ts'

/**
 * Returns for each period of the timeline the number of books on the map that are about this period and have all the
 * tags. A book about several periods counts in each. With at most one tag, the stored numbers are read. With several
 * tags, the books are counted, but only the most popular ones of the rarest tag (`matchAllTags`); `isLowerBound` tells
 * whether books may be missing.
 */
export async function countPeriods(db: Db, tagIds: string[]): Promise<{ counts: number[]; isLowerBound: boolean }> {
  if (tagIds.length > 1) return countBooks(db, tagIds)
  const { begun = [], ended = [] } =
    (await db
      .selectFrom('placeTagCount')
      .select(['begun', 'ended'])
      .where('tagId', '=', tagIds[0] ?? allTags)
      .where('placeId', '=', allPlaces)
      .executeTakeFirst()) ?? {}
  return { counts: begun.map((count, period) => count - (ended[period - 1] ?? 0)), isLowerBound: false }
}

async function countBooks(db: Db, tagIds: string[]) {
  const { rows } = await sql<{ firstPeriod: number; lastPeriod: number; count: number; isComplete: boolean }>`
    with ${matchAllTags(tagIds)}
    select first_period, last_period, count(distinct item_id) as count, (select is_complete from completeness) as is_complete
    from matching join mark using (item_id)
    where first_period is not null group by first_period, last_period`.execute(db)
  const counts = periodStarts.map((_, period) =>
    rows
      .filter(({ firstPeriod, lastPeriod }) => firstPeriod <= period && period <= lastPeriod)
      .reduce((sum, { count }) => sum + count, 0),
  )
  return { counts, isLowerBound: rows.some(({ isComplete }) => !isComplete) }
}
