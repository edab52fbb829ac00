import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { lockIndex } from '#server/search/index/lock-index.ts'
import { trimMisses } from './miss-queries.ts'
import { rebalanceTiers } from '#server/search/index/rebalance-tiers.ts'

/** Follows what readers do: a book they have taken up is looked through with the first. Done now and then, for it changes the order of likes only. */
export async function sweepSearch(db: Db) {
  await db.transaction().execute(async (db) => {
    await lockIndex(db)
    const { numAffectedRows } = await sql`update search_book set weight = book.popularity, tier = 0 from book
      where book.id = book_id and weight <> book.popularity`.execute(db)
    if (numAffectedRows !== undefined && numAffectedRows > 0n) await invalidate(db, topic.popularity)
  })
  await db.transaction().execute(rebalanceTiers)
  await trimMisses(db)
}
