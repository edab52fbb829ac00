import { type RawBuilder, sql } from 'kysely'
import type { BookRole } from '#shared/api/book/book.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Returns the condition, for a query of books, that a book or one of its editions names a person, in one role or in
 * any.
 */
export function namesPerson({ id, role }: { id: string; role?: BookRole | undefined }): RawBuilder<boolean> {
  const authored = sql`select book_id from book_author where person_id = ${id}`
  const isInRole = role === undefined ? sql`true` : sql`role = ${role}`
  const edited = sql`select book_id from edition_person join edition on edition.id = edition_id
    where person_id = ${id} and ${isInRole}`
  if (role === 'author') return sql<boolean>`book.id in (${authored})`
  return role === undefined
    ? sql<boolean>`book.id in (${authored} union ${edited})`
    : sql<boolean>`book.id in (${edited})`
}

/** Returns a query for the ids of the books that name any of the given people, in any role, as `book_id`. */
export function booksOfPeople(personIds: string[]): RawBuilder<{ bookId: string }> {
  return sql`
    select book_id from book_author where person_id = any(${personIds}::uuid[])
    union
    select book_id from edition_person join edition on edition.id = edition_id
    where person_id = any(${personIds}::uuid[])`
}

/** Returns the ids of the books that name any of the given people, in any role. */
export async function listBooksOfPeople(db: Db, personIds: string[]): Promise<string[]> {
  const { rows } = await booksOfPeople(personIds).execute(db)
  return rows.map(({ bookId }) => bookId)
}
