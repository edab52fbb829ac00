import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { booksOfPeople } from '#server/search/index/books-of-person.ts'
import { indexPeople } from '#server/search/index/index-renamed.ts'

/**
 * Invalidates the pages that show people, and those of the books whose links to people changed, and updates the search
 * entries of the people and of all their books. Must run as the last step of a transaction.
 */
export async function refreshPeople(db: Db, ids: string[], bookIds: string[]) {
  await invalidate(db, ...ids.map((id) => topic.person(id)), topic.people)
  if (bookIds.length > 0) await invalidate(db, ...bookIds.map((id) => topic.book(id)), topic.books)
  await indexPeople(db, ids)
}

/**
 * Locks the books that name any of the given people, until the transaction ends, so that no edit of these books changes
 * the links to the people meanwhile. Must be called before the people are locked.
 */
export async function lockBooksOf(db: Db, personIds: string[]) {
  await sql`select from book where id in (${booksOfPeople(personIds)}) order by id for no key update`.execute(db)
}
