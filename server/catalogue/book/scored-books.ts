import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { type BookFilter, hasText } from './book-filter.ts'
import { hasScoredTaggedBooks, isTagFilter } from './tagged-books.ts'

/**
 * Returns whether a book that matches a filter has a score, by the indexes that sort books by score. Null for filters
 * by a person or a place, for which there is no such index.
 */
export async function hasScoredBooks(db: Db, filter: BookFilter): Promise<boolean | null> {
  if (filter.person !== undefined || filter.place !== undefined) return null
  if (isTagFilter(filter)) return hasScoredTaggedBooks(db, filter)
  const first = await db
    .selectFrom('book')
    .select('id')
    .where('score', '>', 0)
    .$if(filter.free, (qb) => qb.where(hasText(sql.ref('book.id'))))
    .orderBy('score', 'desc')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}
