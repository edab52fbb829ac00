import { v7 as newId } from 'uuid'
import { invalidate } from '#server/cache/changes.ts'
import { topic } from '#server/cache/topics.ts'
import type { Db } from '#server/db/schema.ts'
import { insertEditions } from '#server/edition/write-editions.ts'
import { type BookIds, columnsOf, draftEditions, placesOf, tagsOf } from './book-columns.ts'
import type { CatalogBook } from './catalog-schema.ts'

/** The number of books that one statement inserts, which bounds the number of its parameters. */
const booksPerStatement = 500

export interface NewBook {
  id: string
  catalogHash: string
  book: CatalogBook
}

/**
 * Inserts books of the catalogue that the database does not have, with their editions, tags, places and reasons, many
 * rows at a time. Must run in a transaction. Throws `conflict` when another book has an edition or ISBN of theirs.
 */
export async function insertBooks(db: Db, books: NewBook[], ids: BookIds) {
  for (let start = 0; start < books.length; start += booksPerStatement)
    await insertBatch(db, books.slice(start, start + booksPerStatement), ids)
}

async function insertBatch(db: Db, books: NewBook[], ids: BookIds) {
  const { editorId, storeCover } = ids
  const rows = []
  const editions = []
  for (const { id, catalogHash, book } of books) {
    const createTime = book.createTime === undefined ? {} : { createTime: new Date(book.createTime) }
    rows.push({ id, ...columnsOf(book), cover: await storeCover(id, book.cover), catalogHash, ...createTime })
    const drafts = await draftEditions(id, book.editions, [], storeCover)
    editions.push(...drafts.map((draft, position) => ({ ...draft, id: draft.id ?? newId(), bookId: id, position })))
  }
  await db.insertInto('book').values(rows).execute()
  await insertEditions(db, editions)
  const tags = books.flatMap(({ id, book }) => tagsOf(id, book, ids))
  if (tags.length > 0) await db.insertInto('bookTag').values(tags).execute()
  const places = books.flatMap(({ id, book }) => placesOf(id, book, ids))
  if (places.length > 0) await db.insertInto('bookPlace').values(places).execute()
  const reasons = books.flatMap(({ id: bookId, book: { title, authors, reason } }) =>
    reason === undefined
      ? []
      : [{ id: newId(), userId: editorId, bookId, status: 'approved' as const, title, authors, reason }],
  )
  if (reasons.length > 0) await db.insertInto('recommendation').values(reasons).execute()
  await invalidate(db, ...books.map(({ id }) => topic.book(id)))
}
