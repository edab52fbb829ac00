import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { lockIndex } from './lock-index.ts'

/**
 * The number of entries that stay in tier 0 of the search index, which holds the most popular entries (those with the
 * highest weight). Tier 0 may grow to one and a half times this number before it is rebalanced.
 */
const tierSize = 20_000

/**
 * Moves all but the most popular entries of the search index from tier 0 to tier 1, which a search reads only if tier 0
 * has too few results. Runs in the caller's transaction and takes the index lock. New and changed entries are always
 * written to tier 0, so that it grows between calls.
 */
export async function rebalanceTiers(db: Db) {
  await lockIndex(db)
  for (const [table, id] of [
    ['search_book', 'book_id'],
    ['search_name', 'id'],
  ] as const) {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from ${sql.table(table)} where tier = 0`.execute(db)
    if ((rows[0]?.count ?? 0) <= tierSize * 1.5) continue
    await sql`update ${sql.table(table)} as entry set tier = 1
      from (select ${sql.ref(id)} as id, row_number() over (order by weight desc, ${sql.ref(id)} desc) as place
        from ${sql.table(table)} where tier = 0) ranked
      where entry.${sql.ref(id)} = ranked.id and ranked.place > ${tierSize} and tier = 0`.execute(db)
  }
}
