import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Empties the search index and the counts of the map, which hold most rows of a database, for tests that copy or
 * restore a whole database and need neither of them.
 */
export async function emptyIndex(db: Db) {
  await sql`truncate search_book, search_name, search_word, mark, mark_cell, place_tag_count`.execute(db)
}
