import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { listRedirects } from '#server/editing/redirects.ts'
import type { CatalogBook } from './catalog-schema.ts'
import { hashText } from './hash-text.ts'
import type { Catalog } from './read-catalog.ts'

interface Ids {
  editorId: string
  /** What editors removed has no id any more. */
  tagIds: Map<string, string | null>
  placeIds: Map<string, string | null>
}

/** Adds books that are new and updates those that changed; returns the ids of those it wrote. */
export async function writeBooks(db: Db, catalog: Catalog, ids: Ids): Promise<string[]> {
  const known = await db
    .selectFrom('book')
    .select(['id', 'catalogKey', 'catalogHash', 'editedAt'])
    .where('catalogKey', 'is not', null)
    .execute()
  const knownByKey = new Map(known.map((row) => [row.catalogKey, row]))
  const standIns = await listRedirects(db, 'book')
  const changed: string[] = []
  for (const book of inLoadingOrder(catalog)) {
    const fresh = hashText(JSON.stringify(book))
    const row = knownByKey.get(book.key)
    // What editors changed, merged or removed stays as they left it.
    if (row?.catalogHash === fresh || row?.editedAt || standIns.has(book.key)) continue
    const id = row?.id ?? newId()
    await writeBook(db, { id, isNew: row === undefined }, book, fresh, ids)
    changed.push(id)
  }
  return changed
}

/**
 * Lists show what came last first. Shelf after shelf would fill their first pages with one kind of book: the order of
 * hashes mixes them, the same everywhere; the window comes after all others, its first book last.
 */
function inLoadingOrder({ books, window }: Catalog): CatalogBook[] {
  const rank = (book: CatalogBook) => window.length - window.indexOf(book.key)
  const mixed = books
    .filter(({ key }) => !window.includes(key))
    .sort((a, b) => (hashText(a.key) < hashText(b.key) ? -1 : 1))
  const shown = books.filter(({ key }) => window.includes(key)).sort((a, b) => rank(a) - rank(b))
  return [...mixed, ...shown]
}

async function writeBook(
  db: Db,
  { id, isNew }: { id: string; isNew: boolean },
  book: CatalogBook,
  catalogHash: string,
  { editorId, tagIds, placeIds }: Ids,
) {
  const values = { ...columnsOf(book), catalogHash }
  if (isNew)
    await db
      .insertInto('book')
      .values({ id, ...values })
      .execute()
  else await db.updateTable('book').set(values).where('id', '=', id).execute()
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
  const told = { title: book.title, authors: book.authors, reason: book.reason }
  await db
    .insertInto('recommendation')
    .values({ id: newId(), userId: editorId, bookId: id, status: 'approved', ...told })
    .onConflict((conflict) =>
      conflict
        .columns(['bookId', 'userId'])
        .where(sql<boolean>`status in ('pending', 'approved')`)
        .doUpdateSet(told),
    )
    .execute()
  await invalidate(db, topic.book(id))
}

function columnsOf(book: CatalogBook) {
  return {
    catalogKey: book.key,
    title: book.title,
    subtitle: book.subtitle ?? null,
    originalTitle: book.originalTitle ?? null,
    authors: book.authors,
    translators: book.translators ?? [],
    publisher: book.publisher ?? null,
    publishedYear: book.publishedYear ?? null,
    isbn13: book.isbn13 ?? null,
    pages: book.pages ?? null,
    language: book.language,
    desc: book.desc,
    eraFrom: book.era?.[0] ?? null,
    eraTo: book.era?.[1] ?? null,
    free: book.free ?? null,
  }
}
