import { type RawBuilder, sql } from 'kysely'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import type { Db } from './schema.ts'

/**
 * Counts the rows that an SQL query without `limit` returns. Stops counting at `maxCountedBooks` + 1, a number that
 * stands for all greater ones, so that counting a long list stays cheap.
 */
export async function countRows(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from (${query}) found limit ${sql.lit(maxCountedBooks + 1)}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
