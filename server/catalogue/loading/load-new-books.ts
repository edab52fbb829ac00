import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'
import { listRedirects } from '#server/catalogue/editing/redirects.ts'
import { listMisplacedBooks, pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { linkPeople } from '#server/catalogue/person/link-people.ts'
import { indexBooksAlone, namesPerTurn } from '#server/search/index/index-books.ts'
import { indexNames } from '#server/search/index/index-names.ts'
import { listBooksNaming } from '#server/search/index/index-renamed.ts'
import type { NameKey } from '#server/search/index/list-named.ts'
import { lockIndex } from '#server/search/index/lock-index.ts'
import { markIndexFresh } from '#server/search/index/rebuild-index.ts'
import { analyzeBooks } from './analyze-books.ts'
import type { BookIds } from './book-columns.ts'
import type { CatalogBook } from './catalog-schema.ts'
import type { StoreCover } from './cover-files.ts'
import { hasCatalogKey } from './has-catalog-key.ts'
import { hashText } from './hash-text.ts'
import { insertBooks } from './insert-books.ts'
import type { Catalog } from './read-catalog.ts'
import { noteUnfinished, readUnfinished } from './unfinished-load.ts'
import { inLoadingOrder } from './write-books.ts'
import { writeNamed } from './write-named.ts'
import { writeRedirects } from './write-redirects.ts'

/** Limits as numbers of books. Tests set smaller ones. */
export const loadLimits = {
  /**
   * If at least this number of books is new, they are written in several transactions before the rest of the catalogue.
   */
  fewestNew: 2000,
  /** The number of books that one transaction inserts or adds to the search index. */
  atOnce: 2000,
}
const pinsPerTransaction = 10_000
const keysPerQuery = 5000

/**
 * Inserts the new books of a catalogue that has very many of them, in transactions of two thousand books each, so that
 * editors never wait long, and so that a load whose process was killed is continued by the next start. Adds the books
 * of one transaction to the search index while it inserts those of the next one. Uses two database connections at a
 * time. Returns the number of inserted books, which is 0 for a catalogue with fewer new books; the caller then writes
 * the whole catalogue as usual.
 */
export async function loadNewBooks(
  db: Db,
  catalog: Catalog,
  siteName: string,
  storeCover: StoreCover,
): Promise<number> {
  const isResumed = (await readUnfinished(db)) !== undefined
  const added = await listNew(db, inLoadingOrder(catalog))
  if (!isResumed && added.length < loadLimits.fewestNew) return 0
  const ids = await prepareLoad(db, catalog, siteName)
  const unindexed = isResumed ? await listUnindexed(db) : []
  const { count, names } = await writeInBatches(db, added, { ...ids, storeCover }, unindexed)
  await finishLoad(db, isResumed ? await listAllNames(db) : [...names.values()])
  return count
}

/** Writes the tags, places and people to which the books refer. */
function prepareLoad(db: Db, catalog: Catalog, siteName: string) {
  return inTransaction(db, async (db) => {
    await lockUntilCommit(db, 'catalog')
    const first = await db.selectFrom('book').select('id').limit(1).executeTakeFirst()
    // A site without books has no search entries in an older format, so its index counts as up to date.
    if (first === undefined) await markIndexFresh(db)
    const { personIds, renamed, ...ids } = await writeNamed(db, catalog, siteName)
    // Redirects of people are written before the books, because names of authors are linked to people by former names
    // too.
    const ofPeople = catalog.redirects.filter(({ noun }) => noun === 'person')
    await writeRedirects(db, ofPeople, ids.tagIds)
    const named = { personIds, placeIds: renamed }
    await noteUnfinished(db, { ...named, bookIds: await listBooksNaming(db, named) })
    return ids
  })
}

/**
 * Inserts books and adds them to the search index. Also indexes the books `unindexed`, which the database has already.
 */
async function writeInBatches(db: Db, added: CatalogBook[], ids: BookIds, unindexed: string[]) {
  const names = new Map<string, NameKey>()
  let indexing = indexChunks(db, unindexed, names)
  let count = 0
  for (let start = 0; start < added.length; start += loadLimits.atOnce) {
    const some = added.slice(start, start + loadLimits.atOnce)
    const written = await inTransaction(db, (db) => writeBatch(db, some, ids))
    if (start === 0) await analyzeBooks(db)
    count += written.length
    await indexing
    indexing = indexChunks(db, written, names)
    indexing.catch(() => undefined)
  }
  await Promise.all([indexing, analyzeBooks(db).then(() => pinAll(db))])
  return { count, names }
}

/** Inserts those of the books that no other process has inserted meanwhile, and returns their ids. */
async function writeBatch(db: Db, books: CatalogBook[], ids: BookIds): Promise<string[]> {
  await lockUntilCommit(db, 'catalog')
  const rows = (await listNew(db, books)).map((book) => ({
    id: book.id ?? newId(),
    catalogHash: hashText(JSON.stringify(book)),
    book,
  }))
  await insertBooks(db, rows, ids)
  const written = rows.map(({ id }) => id)
  await linkPeople(db, written)
  return written
}

async function indexChunks(db: Db, bookIds: string[], names: Map<string, NameKey>) {
  for (let start = 0; start < bookIds.length; start += loadLimits.atOnce) {
    const some = bookIds.slice(start, start + loadLimits.atOnce)
    const changed = await inTransaction(db, (db) => indexBooksAlone(db, some))
    for (const [key, name] of changed) names.set(key, name)
  }
}

/** Puts on the map all books that are missing there. */
async function pinAll(db: Db) {
  const missing = await listMisplacedBooks(db)
  for (let start = 0; start < missing.length; start += pinsPerTransaction) {
    const some = missing.slice(start, start + pinsPerTransaction)
    await inTransaction(db, (db) => pinItems(db, 'book', some))
  }
}

/** Counts the books of all tags, and updates the entries of names in the search index. */
async function finishLoad(db: Db, names: NameKey[]) {
  await inTransaction(db, countTags)
  for (let start = 0; start < names.length; start += namesPerTurn)
    await inTransaction(db, async (db) => {
      await lockIndex(db)
      await indexNames(db, names.slice(start, start + namesPerTurn))
    })
}

async function countTags(db: Db) {
  await sql`update tag set count = counted.count from (
      select tag_id, count(*) as count from book_tag group by tag_id
    ) counted where tag.id = tag_id and tag.count <> counted.count`.execute(db)
}

/** Returns those of the books that the site does not have and that editors have not removed. */
async function listNew(db: Db, books: CatalogBook[]): Promise<CatalogBook[]> {
  const known = new Set((await listRedirects(db, 'book')).keys())
  for (let start = 0; start < books.length; start += keysPerQuery) {
    const keys = books.slice(start, start + keysPerQuery).map(({ key }) => key)
    const rows = await db.selectFrom('book').select(['id', 'catalogKey']).where(hasCatalogKey(keys)).execute()
    for (const { id, catalogKey } of rows) known.add(catalogKey ?? id)
  }
  return books.filter(({ key }) => !known.has(key))
}

async function listUnindexed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from book where not exists (select from search_book where book_id = book.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns the keys by which the search index knows all people, tags and places. After a load that was killed, the
 * entries of all of them are updated, because it is not known which ones that load has updated.
 */
async function listAllNames(db: Db): Promise<NameKey[]> {
  const people = await db.selectFrom('person').select('id').execute()
  const tags = await db.selectFrom('tag').select('name').where('mergedInto', 'is', null).execute()
  const places = await db.selectFrom('place').select('name').where('mergedInto', 'is', null).execute()
  return [
    ...people.map(({ id }): NameKey => ({ kind: 'person', id })),
    ...tags.map(({ name }): NameKey => ({ kind: 'tag', name })),
    ...places.map(({ name }): NameKey => ({ kind: 'place', name })),
  ]
}
