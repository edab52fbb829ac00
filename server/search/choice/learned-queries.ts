import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

const maxListed = 100

/** Returns the points that the ranking adds to books for a query, by book id. `compact` is the query without spaces. */
export async function readLearned(db: Db, compact: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('searchLearned')
    .select(['bookId', 'points'])
    .where('folded', '=', compact)
    .limit(maxListed)
    .execute()
  return new Map(rows.map(({ bookId, points }) => [bookId, points]))
}

/** Returns what the ranking has learned from the choices of visitors, the most chosen books first. */
export async function listLearned(db: Db) {
  const { rows } = await sql<{
    query: string
    bookId: string
    title: string
    votes: number
    share: number
    points: number
  }>`
    select folded as query, book_id, title, votes, share, points from search_learned join book on book.id = book_id
    order by votes desc, folded, book_id limit ${maxListed}`.execute(db)
  return rows
}
