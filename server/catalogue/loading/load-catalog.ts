import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type Waiting, withLock } from '#server/platform/db/with-lock.ts'
import { refreshVideos } from '#server/catalogue/editing/refresh-videos.ts'
import { listRedirects } from '#server/catalogue/editing/redirects.ts'
import { seedAliases } from '#server/search/index/search-aliases.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { listLifePlaceKeys } from '#server/search/index/index-life-places.ts'
import { indexNames } from '#server/search/index/index-names.ts'
import { listBooksNaming } from '#server/search/index/index-renamed.ts'
import { markIndexFresh } from '#server/search/index/rebuild-index.ts'
import { needsLoading, recordLoaded } from '#server/platform/setting/loaded-version.ts'
import { recountPlaces } from '#server/catalogue/mark-cells/count-places.ts'
import { listMisplacedBooks, pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type Catalog, hashCatalog, readCatalog } from './read-catalog.ts'
import { linkPeople } from '#server/catalogue/person/link-people.ts'
import { analyzeBooks } from './analyze-books.ts'
import { coversFrom, type StoreCover } from './cover-files.ts'
import { loadNewBooks } from './load-new-books.ts'
import { takeUnfinished } from './unfinished-load.ts'
import { writeBooks } from './write-books.ts'
import { writeNamed } from './write-named.ts'
import { writeRedirects } from './write-redirects.ts'
import { writeRelations } from './write-relations.ts'
import { writeRoutes } from './write-routes.ts'
import { writeTours } from './write-tours.ts'
import { writeVideos } from './write-videos.ts'

interface Loading extends Waiting {
  /** The object store for the covers of the catalogue; may be missing for a catalogue without covers. */
  storage?: Storage
}

/**
 * Loads the catalogue files into the database and its covers into the object store: inserts new entries, updates
 * changed ones and leaves all others unchanged. Safe to run at every start and on several server processes at once.
 * Returns the number of written books. Throws an error for an invalid catalogue; covers that were stored before the
 * error are later deleted as unreferenced.
 */
export async function loadCatalog(
  db: Db,
  directory: string,
  siteName: string,
  { storage, ...waiting }: Loading = {},
): Promise<number> {
  const fingerprint = await hashCatalog(directory)
  // Most starts find the catalogue loaded already and skip parsing it, which would take a second and much memory.
  if (!(await needsLoading(db, 'catalog', fingerprint))) return 0
  const { catalog, problems } = await readCatalog(directory)
  if (problems.length > 0) throw new Error(`书目 catalog 里有 ${problems.length} 处问题：\n${problems.join('\n')}`)
  const storeCover = coversFrom(directory, storage)
  const added = await loadNewBooks(db, catalog, siteName, storeCover)
  return withLock(db, { name: 'catalog', doing: '载入书目', ...waiting }, async (db) => {
    // Another server process may have loaded the catalogue while this one waited for the lock, so this is checked
    // again.
    if (!(await needsLoading(db, 'catalog', fingerprint))) return added
    const written = await writeCatalog(db, catalog, siteName, storeCover)
    await recordLoaded(db, 'catalog', fingerprint)
    return added + written
  })
}

/**
 * Writes a catalogue into the database, as `loadCatalog` does with the files of one. Must run in a transaction. Returns
 * the number of written books.
 */
export async function writeCatalog(
  db: Db,
  catalog: Catalog,
  siteName: string,
  storeCover: StoreCover,
): Promise<number> {
  const { editorId, tagIds, placeIds, ...written } = await writeNamed(db, catalog, siteName)
  const changed = await writeBooks(db, catalog, { editorId, tagIds, placeIds, storeCover })
  await writeRedirects(db, catalog.redirects, tagIds)
  await linkPeople(db, changed)
  if (changed.length >= fewestToAnalyze) await analyzeBooks(db)
  const newVideos = await writeVideos(db, catalog.videos, { tagIds, placeIds }, storeCover)
  await pinItems(db, 'book', [...new Set([...changed, ...(await listMisplacedBooks(db))])])
  await pinItems(db, 'video', newVideos)
  // The catalogue may have moved places to other regions without changing any book, so the numbers of all places and
  // regions are counted anew.
  await recountPlaces(db)
  await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id)`.execute(db)
  const before = await takeUnfinished(db)
  const now = { personIds: written.personIds, placeIds: written.renamed }
  const renamed = [...before.bookIds, ...(await listBooksNaming(db, now))]
  await indexForSearch(db, [...new Set([...changed, ...renamed])], catalog)
  const personIds = [...new Set([...before.personIds, ...now.personIds])]
  const named = { personIds, placeIds: [...new Set([...before.placeIds, ...now.placeIds])] }
  await refreshVideos(db, newVideos)
  await indexNames(db, await listLifePlaceKeys(db, named))
  const bookIds = await listCatalogBookIds(db)
  await writeRelations(db, catalog.relations, bookIds)
  await writeRoutes(db, catalog.routes, bookIds)
  await writeTours(db, catalog.tours, { bookIds, placeIds })
  await invalidate(db, topic.books, topic.tags, topic.people, ...personIds.map((id) => topic.person(id)))
  return changed.length
}

/**
 * If at least this number of books was written, PostgreSQL's statistics are updated, because it would otherwise choose
 * slow plans for the queries that follow.
 */
const fewestToAnalyze = 400

/**
 * Returns the ids of the books of the catalogue by catalogue key; for a book that was merged, the id of the surviving
 * book.
 */
async function listCatalogBookIds(db: Db): Promise<Map<string, string | null>> {
  const books = await db.selectFrom('book').select(['id', 'catalogKey']).where('catalogKey', 'is not', null).execute()
  const known = books.map(({ id, catalogKey }): [string, string] => [catalogKey as string, id])
  return new Map([...(await listRedirects(db, 'book')), ...known])
}

/**
 * Adds books that were written, or whose people or places have other names, to the search index. In a new database
 * these are all books, so the whole index is then marked as up to date.
 */
async function indexForSearch(db: Db, changed: string[], { aliases }: Catalog) {
  await indexBooks(db, changed)
  const { count } = await db
    .selectFrom('book')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === changed.length) await markIndexFresh(db)
  const pairs = Object.entries(aliases).flatMap(([name, others]) =>
    others.map((alias): [string, string] => [alias, name]),
  )
  await seedAliases(db, pairs)
}
