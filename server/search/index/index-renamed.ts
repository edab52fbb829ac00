import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { booksOfPeople } from './books-of-person.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { indexBooksJob } from './index-books-job.ts'
import { booksPerPage, indexBooks } from './index-books.ts'
import { listLifePlaceKeys } from './index-life-places.ts'
import { indexNames } from './index-names.ts'
import type { NameKey } from './list-named.ts'
import { lockIndex } from './lock-index.ts'

/**
 * Updates the search index after a tag or place was renamed or merged; must be the last write of the transaction.
 * `names` are the old and new names of the tag or place. The first 500 books are indexed at once, because all other
 * writers of the index wait until the transaction ends. The remaining books are indexed by background jobs after the
 * commit; until then, searches find them by the old name.
 */
export async function indexRenamed(db: Db, ids: string[], kind: 'tag' | 'place', names: string[]) {
  await indexBooksAndNames(
    db,
    ids,
    names.map((name) => ({ kind, name })),
  )
}

/**
 * Updates the search index after people were renamed, merged, unmerged or removed, or got other names. Pass the ids of
 * all of them, also of those who no longer exist; must be the last write of the transaction, after `book_author` and
 * `edition_person` were written. The people, the places of their lives and up to 500 of their books are indexed
 * at once, and more books by background jobs after the commit, as `indexRenamed` does. Takes the index lock.
 */
export async function indexPeople(db: Db, ids: string[]) {
  if (ids.length === 0) return
  const named = { personIds: ids, placeIds: [] }
  const people = ids.map((id): NameKey => ({ kind: 'person', id }))
  await indexBooksAndNames(db, await listBooksNaming(db, named), [...people, ...(await listLifePlaceKeys(db, named))])
}

/** Returns the ids of the books that have one of the people in any role, or one of the places. */
export async function listBooksNaming(db: Db, named: { personIds: string[]; placeIds: string[] }): Promise<string[]> {
  const { rows } = await sql<{ bookId: string }>`
    ${booksOfPeople(named.personIds)}
    union
    select book_id from book_place where place_id = any(${named.placeIds}::uuid[])`.execute(db)
  return rows.map(({ bookId }) => bookId)
}

async function indexBooksAndNames(db: Db, ids: string[], keys: NameKey[]) {
  await lockIndex(db)
  if (ids.length <= booksPerPage) await indexBooks(db, ids)
  await indexNames(db, keys)
  if (ids.length <= booksPerPage) return
  for (let start = 0; start < ids.length; start += booksPerPage)
    await enqueue(db, indexBooksJob, { ids: ids.slice(start, start + booksPerPage) })
}
