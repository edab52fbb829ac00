import * as z from 'zod/mini'
import { defineJob } from '#server/platform/jobs/define-job.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { softInvalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { removeDeletedPlaces } from '#server/search/index/index-life-places.ts'
import { lockIndex } from '#server/search/index/lock-index.ts'
import { trimMisses } from './search-misses.ts'
import { rebalanceTiers } from '#server/search/index/rebalance-tiers.ts'

/** The background job that updates the order of search results from the current popularity of the books. */
export const sweepSearchJob = defineJob({
  name: 'sweep-search',
  payload: z.object({}),
  timeoutSeconds: 600,
  schedule: '20 * * * *',
})

/**
 * Updates the weights in the search index from the popularity of the books, moves the changed books to tier 0, removes
 * the entries of deleted places, rebalances the tiers and trims the list of failed queries. This can run rarely,
 * because the weights decide only between equally good results. Opens its own transactions.
 */
export async function sweepSearch(db: Db) {
  await db.transaction().execute(async (db) => {
    await lockIndex(db)
    const { numAffectedRows } = await sql`update search_book set weight = book.popularity, tier = 0 from book
      where book.id = book_id and weight <> book.popularity`.execute(db)
    if (numAffectedRows !== undefined && numAffectedRows > 0n) await softInvalidate(db, topic.popularity)
  })
  await db.transaction().execute(removeDeletedPlaces)
  await db.transaction().execute(rebalanceTiers)
  await trimMisses(db)
}
