import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { insertEditions } from '#server/catalogue/edition/write-editions.ts'
import { type BookIds, columnsOf, draftEditions, placeRowsOf, tagRowsOf } from './book-columns.ts'
import type { CatalogBook } from './catalog-schema.ts'

/** The number of books that one statement inserts, which bounds the number of its parameters. */
const booksPerStatement = 500

export interface NewBook {
  id: string
  catalogHash: string
  book: CatalogBook
}

/**
 * Inserts books of the catalogue that the database does not have, with their editions, tags and places, and the reasons
 * for which the editors recommend them, many rows at a time. Must run in a transaction. Throws `conflict` when another
 * book already has one of their editions or ISBNs.
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
  await insertLinks(db, books, ids)
  const reasons = books.flatMap(({ id: bookId, book: { title, authors, reason, voice = null } }) =>
    reason === undefined
      ? []
      : [{ id: newId(), userId: editorId, bookId, status: 'approved' as const, title, authors, reason, voice }],
  )
  if (reasons.length > 0) await db.insertInto('recommendation').values(reasons).execute()
  await invalidate(db, ...books.map(({ id }) => topic.book(id)))
}

/**
 * Links new books to their tags and places. The columns by which lists are sorted (such as the popularity) are copied
 * from the books here, so that no trigger has to look up each book. The links are inserted in the order of the indexes
 * that lists use.
 */
async function insertLinks(db: Db, books: NewBook[], ids: BookIds) {
  const tags = books.flatMap(({ id, book }) => tagRowsOf(id, book, ids))
  const places = books.flatMap(({ id, book }) =>
    placeRowsOf(book.places, ids.placeIds).map((row) => ({ bookId: id, ...row })),
  )
  await sql`set local zhitu.has_ranks to on`.execute(db)
  await sql`
    insert into book_tag (book_id, tag_id, book_popularity, book_score, book_create_time)
    select link.book_id, link.tag_id, popularity, score, create_time
    from unnest(${tags.map(({ bookId }) => bookId)}::uuid[], ${tags.map(({ tagId }) => tagId)}::uuid[]) link(book_id, tag_id)
    join book on book.id = link.book_id order by link.tag_id, link.book_id`.execute(db)
  await sql`
    insert into book_place (book_id, place_id, kind, sentence, quoted_from, book_popularity)
    select link.book_id, link.place_id, link.kind, link.sentence, link.quoted_from, popularity
    from unnest(${places.map(({ bookId }) => bookId)}::uuid[], ${places.map(({ placeId }) => placeId)}::uuid[],
      ${places.map(({ kind }) => kind)}::text[], ${places.map(({ sentence }) => sentence)}::text[],
      ${places.map(({ quotedFrom }) => quotedFrom)}::text[]) link(book_id, place_id, kind, sentence, quoted_from)
    join book on book.id = link.book_id order by link.place_id, link.book_id`.execute(db)
  await sql`set local zhitu.has_ranks to off`.execute(db)
}
