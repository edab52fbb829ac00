import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { listRedirects } from '#server/editing/redirects.ts'
import type { CatalogBook, CatalogEdition } from './catalog-schema.ts'
import { writeEditions } from '#server/edition/write-editions.ts'
import type { StoreCover } from './cover-files.ts'
import { hasCatalogKey } from './has-catalog-key.ts'
import { hashText } from './hash-text.ts'
import type { Catalog } from './read-catalog.ts'

interface Ids {
  editorId: string
  /** The ids of the catalogue's tags by name; null for a tag that editors removed. */
  tagIds: Map<string, string | null>
  placeIds: Map<string, string | null>
  storeCover: StoreCover
}

/**
 * Writes the books of the catalogue into the database: inserts new ones and updates changed ones, except books that
 * editors changed. Returns the ids of the written books.
 */
export async function writeBooks(db: Db, catalog: Catalog, ids: Ids): Promise<string[]> {
  const existing = await db
    .selectFrom('book')
    .select(['id', 'catalogKey', 'catalogHash', 'editedAt'])
    .where(hasCatalogKey(catalog.books.map(({ key }) => key)))
    .execute()
  const knownByKey = new Map(existing.map((row) => [row.catalogKey ?? row.id, row]))
  const redirects = await listRedirects(db, 'book')
  const changed: string[] = []
  for (const book of inLoadingOrder(catalog)) {
    const fresh = hashText(JSON.stringify(book))
    const row = knownByKey.get(book.key)
    // Books that editors changed, merged or removed are not overwritten from the catalogue files.
    if (row?.catalogHash === fresh || row?.editedAt || redirects.has(book.key)) continue
    const id = row?.id ?? book.id ?? newId()
    await writeBook(db, { id, isNew: row === undefined }, book, fresh, ids)
    changed.push(id)
  }
  return changed
}

/**
 * Returns the books in the order in which they are inserted, which is the order of the list of the newest books. In the
 * order of the catalogue files, its first pages would show similar books, so the books are sorted by hash. The featured
 * books (`window`) are inserted last, so that lists show them first.
 */
function inLoadingOrder({ books, window }: Catalog): CatalogBook[] {
  const rank = (book: CatalogBook) => window.length - window.indexOf(book.key)
  const mixed = books
    .filter(({ key }) => !window.includes(key))
    .sort((a, b) => (hashText(a.key) < hashText(b.key) ? -1 : 1))
  const featured = books.filter(({ key }) => window.includes(key)).sort((a, b) => rank(a) - rank(b))
  return [...mixed, ...featured]
}

async function writeBook(
  db: Db,
  { id, isNew }: { id: string; isNew: boolean },
  book: CatalogBook,
  catalogHash: string,
  { editorId, tagIds, placeIds, storeCover }: Ids,
) {
  const values = { ...columnsOf(book), cover: await storeCover(id, book.cover), catalogHash }
  if (isNew)
    await db
      .insertInto('book')
      .values({ id, ...values, ...(book.createTime && { createTime: new Date(book.createTime) }) })
      .execute()
  else await db.updateTable('book').set(values).where('id', '=', id).execute()
  await writeEditions(db, id, await withStoredIds(db, id, book.editions, storeCover))
  await db.deleteFrom('bookTag').where('bookId', '=', id).execute()
  await db.deleteFrom('bookPlace').where('bookId', '=', id).execute()
  const tags = new Set(book.tags.flatMap((name) => tagIds.get(name) ?? []))
  const carried = [...tags].map((tagId) => ({ bookId: id, tagId }))
  if (carried.length > 0) await db.insertInto('bookTag').values(carried).execute()
  const places = Object.entries(book.places).flatMap(([kind, names]) =>
    [...new Set((names ?? []).flatMap((name) => placeIds.get(name) ?? []))].map((placeId) => ({
      bookId: id,
      placeId,
      kind: kind as keyof typeof book.places,
    })),
  )
  if (places.length > 0) await db.insertInto('bookPlace').values(places).execute()
  const { reason } = book
  if (reason !== undefined) await writeReason(db, id, editorId, { title: book.title, authors: book.authors, reason })
  await invalidate(db, topic.book(id))
}

/** Writes the reason of the editors as a recommendation of the site's own editorial account. */
async function writeReason(
  db: Db,
  bookId: string,
  editorId: string,
  fields: { title: string; authors: string[]; reason: string },
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

/**
 * Returns the editions of a catalogue entry for `writeEditions`. Each retains the id of the edition that is stored at the
 * same position of the book, so that links to it stay valid.
 */
async function withStoredIds(
  db: Db,
  bookId: string,
  editions: CatalogEdition[],
  storeCover: StoreCover,
): Promise<DraftEdition[]> {
  const stored = await db
    .selectFrom('edition')
    .select('id')
    .where('bookId', '=', bookId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const covers: (string | null)[] = []
  for (const { cover } of editions) covers.push(await storeCover(bookId, cover))
  return editions.map((edition, at) => ({
    ...edition,
    id: stored[at]?.id ?? edition.id ?? null,
    title: edition.title ?? null,
    translatedFrom: edition.translatedFrom ?? null,
    publisher: edition.publisher ?? null,
    year: edition.year ?? null,
    isbn13: edition.isbn13 ?? null,
    pages: edition.pages ?? null,
    cover: covers[at] ?? null,
    source: edition.source ?? null,
  }))
}

function columnsOf(book: CatalogBook) {
  return {
    catalogKey: book.key,
    title: book.title,
    subtitle: book.subtitle ?? null,
    originalTitle: book.originalTitle ?? null,
    authors: book.authors,
    originalLanguage: book.originalLanguage ?? null,
    publishedYear: book.publishedYear ?? null,
    desc: book.desc,
    eraFrom: book.era?.[0] ?? null,
    eraTo: book.era?.[1] ?? null,
    free: book.free ?? null,
  }
}
