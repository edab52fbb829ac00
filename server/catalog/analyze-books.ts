import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Updates the statistics of PostgreSQL, which otherwise do not count the books that were just written. */
export async function analyzeBooks(db: Db) {
  await sql`analyze book, book_tag, book_place, edition, book_author, edition_person`.execute(db)
}
