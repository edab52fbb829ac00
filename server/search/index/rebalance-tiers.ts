import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { lockIndex } from './lock-index.ts'

/** So many books, authors, tags and places are looked through first; up to half as many again before they are sorted anew. */
const firstTier = 20_000

/** Leaves the weightiest in the first tier, in the caller’s transaction. What is written comes into it, so that it grows. */
export async function rebalanceTiers(db: Db) {
  await lockIndex(db)
  for (const [table, id] of [
    ['search_book', 'book_id'],
    ['search_name', 'id'],
  ] as const) {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from ${sql.table(table)} where tier = 0`.execute(db)
    if ((rows[0]?.count ?? 0) <= firstTier * 1.5) continue
    await sql`update ${sql.table(table)} as entry set tier = 1
      from (select ${sql.ref(id)} as id, row_number() over (order by weight desc, ${sql.ref(id)} desc) as place
        from ${sql.table(table)} where tier = 0) ranked
      where entry.${sql.ref(id)} = ranked.id and ranked.place > ${firstTier} and tier = 0`.execute(db)
  }
}
