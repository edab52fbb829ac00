import { type RawBuilder, sql } from 'kysely'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import type { Db } from './schema.ts'

/** Counts the rows that an SQL query without `limit` returns, up to one more than `maxCountedBooks`. */
export async function countRows(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from (${query}) found limit ${sql.lit(maxCountedBooks + 1)}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
