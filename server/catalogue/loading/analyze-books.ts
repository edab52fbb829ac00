import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/** Updates PostgreSQL's statistics, so that its query planner knows of the books that were just written. */
export async function analyzeBooks(db: Db) {
  await sql`analyze book, book_tag, book_place, edition, book_author, edition_person`.execute(db)
}
