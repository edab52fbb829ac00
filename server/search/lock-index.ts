import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Until the transaction ends nobody else writes the index. To be taken after all else of the transaction is written. */
export async function lockIndex(db: Db) {
  await sql`select pg_advisory_xact_lock(hashtextextended('search', 0))`.execute(db)
}
