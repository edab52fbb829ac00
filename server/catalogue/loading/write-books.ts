import type { Voice } from '#shared/api/book/book.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listRedirects } from '#server/catalogue/editing/redirects.ts'
import { type BookIds, columnsOf, draftEditions, placeRowsOf, tagRowsOf } from './book-columns.ts'
import type { CatalogBook } from './catalog-schema.ts'
import { writeEditions } from '#server/catalogue/edition/write-editions.ts'
import { hasCatalogKey } from './has-catalog-key.ts'
import { hashText } from './hash-text.ts'
import { insertBooks, type NewBook } from './insert-books.ts'
import type { Catalog } from './read-catalog.ts'

/**
 * Writes the books of the catalogue into the database: inserts new ones and updates changed ones, except books that
 * editors changed. Returns the ids of the written books.
 */
export async function writeBooks(db: Db, catalog: Catalog, ids: BookIds): Promise<string[]> {
  const existing = await db
    .selectFrom('book')
    .select(['id', 'catalogKey', 'catalogHash', 'editedAt'])
    .where(hasCatalogKey(catalog.books.map(({ key }) => key)))
    .execute()
  const knownByKey = new Map(existing.map((row) => [row.catalogKey ?? row.id, row]))
  const redirects = await listRedirects(db, 'book')
  const changed: string[] = []
  const added: NewBook[] = []
  for (const book of inLoadingOrder(catalog)) {
    const fresh = hashText(JSON.stringify(book))
    const row = knownByKey.get(book.key)
    // Books that editors changed, merged or removed are not overwritten from the catalogue files.
    if (row?.catalogHash === fresh || row?.editedAt || redirects.has(book.key)) continue
    const id = row?.id ?? book.id ?? newId()
    if (row === undefined) added.push({ id, catalogHash: fresh, book })
    else await updateBook(db, id, book, fresh, ids)
    changed.push(id)
  }
  await insertBooks(db, added, ids)
  return changed
}

/**
 * Returns the books in the order in which they are inserted, which is the order of the list of the newest books. In the
 * order of the catalogue files, the first pages of this list would show similar books, so the books are sorted by hash.
 * The featured books (`window`) are inserted last, so that lists show them first.
 */
export function inLoadingOrder({ books, window }: Catalog): CatalogBook[] {
  const rank = (book: CatalogBook) => window.length - window.indexOf(book.key)
  const mixed = books
    .filter(({ key }) => !window.includes(key))
    .map((book) => ({ book, hash: hashText(book.key) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ book }) => book)
  const featured = books.filter(({ key }) => window.includes(key)).sort((a, b) => rank(a) - rank(b))
  return [...mixed, ...featured]
}

async function updateBook(db: Db, id: string, book: CatalogBook, catalogHash: string, ids: BookIds) {
  const { editorId, storeCover } = ids
  const values = { ...columnsOf(book), cover: await storeCover(id, book.cover), catalogHash }
  await db.updateTable('book').set(values).where('id', '=', id).execute()
  await writeEditions(db, id, await draftEditions(id, book.editions, await listEditionIds(db, id), storeCover))
  await db.deleteFrom('bookTag').where('bookId', '=', id).execute()
  await db.deleteFrom('bookPlace').where('bookId', '=', id).execute()
  const tags = tagRowsOf(id, book, ids)
  if (tags.length > 0) await db.insertInto('bookTag').values(tags).execute()
  const places = placeRowsOf(book.places, ids.placeIds).map((row) => ({ bookId: id, ...row }))
  if (places.length > 0) await db.insertInto('bookPlace').values(places).execute()
  const { title, authors, reason, voice = null } = book
  if (reason !== undefined) await writeReason(db, id, editorId, { title, authors, reason, voice })
  await invalidate(db, topic.book(id))
}

/** Writes the reason of the editors as a recommendation of the site's own editorial account. */
async function writeReason(
  db: Db,
  bookId: string,
  editorId: string,
  fields: { title: string; authors: string[]; reason: string; voice: Voice | null },
) {
  await db
    .insertInto('recommendation')
    .values({ id: newId(), userId: editorId, bookId, status: 'approved', ...fields })
    .onConflict((conflict) =>
      conflict
        .columns(['bookId', 'userId'])
        .where(sql<boolean>`status in ('pending', 'approved')`)
        .doUpdateSet(fields),
    )
    .execute()
}

async function listEditionIds(db: Db, bookId: string): Promise<string[]> {
  const stored = await db
    .selectFrom('edition')
    .select('id')
    .where('bookId', '=', bookId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return stored.map(({ id }) => id)
}
