import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { type Waiting, withLock } from '#server/db/with-lock.ts'
import { refreshVideos } from '#server/editing/refresh-videos.ts'
import { listRedirects } from '#server/editing/redirects.ts'
import { seedAliases } from '#server/search/index/alias-queries.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { listLifePlaces } from '#server/search/index/index-life-places.ts'
import { indexNames } from '#server/search/index/index-names.ts'
import { listBooksNaming } from '#server/search/index/index-renamed.ts'
import { markIndexFresh } from '#server/search/index/rebuild-index.ts'
import { needsLoading, recordLoaded } from '#server/setting/loaded-version.ts'
import { readSetting, writeSetting } from '#server/setting/setting-queries.ts'
import { recountPlaces } from '#server/map/cells/count-places.ts'
import { listMisplacedBooks, pinItems } from '#server/map/cells/pin-marks.ts'
import { createUser } from '#server/account/user/create-user.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Catalog, hashCatalog, readCatalog } from './read-catalog.ts'
import { linkPeople } from '#server/person/link-people.ts'
import { coversFrom, type StoreCover } from './cover-files.ts'
import { writeBooks } from './write-books.ts'
import { writeCatalogPlaces } from './write-catalog-places.ts'
import { writePeople } from './write-people.ts'
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
 * Loads the catalogue files into the database and its covers into the object store: inserts new entries, updates changed
 * ones and leaves all others unchanged. Safe to run at every start and on several server processes at once. Returns the
 * number of written books. Throws an error for an invalid catalogue; covers that were stored before the error are later
 * deleted as unreferenced.
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
  return withLock(db, { name: 'catalog', doing: '载入书目', ...waiting }, async (db) => {
    // Another server process may have loaded the catalogue while this one waited for the lock.
    if (!(await needsLoading(db, 'catalog', fingerprint))) return 0
    const written = await writeCatalog(db, catalog, siteName, coversFrom(directory, storage))
    await recordLoaded(db, 'catalog', fingerprint)
    return written
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
  const editorId = await findEditorialAccount(db, `${siteName}编辑部`)
  const tagIds = await writeTags(db, catalog)
  const { placeIds, renamed } = await writeCatalogPlaces(db, catalog)
  const personIds = await writePeople(db, catalog.people, placeIds)
  const changed = await writeBooks(db, catalog, { editorId, tagIds, placeIds, storeCover })
  await writeRedirects(db, catalog.redirects, tagIds)
  await linkPeople(db, changed)
  if (changed.length >= fewestToAnalyze) await analyzeBooks(db)
  const newVideos = await writeVideos(db, catalog.videos, { tagIds, placeIds }, storeCover)
  await pinItems(db, 'book', [...new Set([...changed, ...(await listMisplacedBooks(db))])])
  await pinItems(db, 'video', newVideos)
  // The catalogue may have moved places to other regions, even those whose books have not changed.
  await recountPlaces(db)
  await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id)`.execute(db)
  const named = { personIds, placeIds: renamed }
  await indexForSearch(db, [...new Set([...changed, ...(await listBooksNaming(db, named))])], catalog)
  await refreshVideos(db, newVideos)
  await indexNames(db, await listLifePlaces(db, named))
  const bookIds = await listCatalogBookIds(db)
  await writeRelations(db, catalog.relations, bookIds)
  await writeRoutes(db, catalog.routes, bookIds)
  await writeTours(db, catalog.tours, { bookIds, placeIds })
  await invalidate(db, topic.books, topic.tags, topic.people, ...personIds.map((id) => topic.person(id)))
  return changed.length
}

/** Number of written books from which PostgreSQL plans the queries that follow wrongly without new statistics. */
const fewestToAnalyze = 400

/** Updates the statistics of PostgreSQL, which otherwise do not count the books of this transaction. */
async function analyzeBooks(db: Db) {
  await sql`analyze book, book_tag, book_place, edition, book_author, edition_person`.execute(db)
}

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
 * Adds books that were written, or whose people or places have other names, to the search index. In a new database these
 * are all books, so the whole index is then marked as up to date.
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

/**
 * Writes the tags of the catalogue into the database, except tags that editors changed. Returns the ids of the tags by
 * name; for a tag that was merged, the id of the surviving tag.
 */
async function writeTags(db: Db, { tags }: Catalog): Promise<Map<string, string | null>> {
  const redirects = await listRedirects(db, 'tag')
  const rows = Object.entries(tags).flatMap(([kind, names]) =>
    names.map((name) => ({ name, kind: kind as keyof typeof tags })),
  )
  const values = rows
    .map((row, position) => ({ id: newId(), ...row, position }))
    .filter(({ name }) => !redirects.has(name))
  if (values.length > 0)
    await db
      .insertInto('tag')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ kind: eb.ref('excluded.kind'), position: eb.ref('excluded.position') }))
          .where('tag.editedAt', 'is', null),
      )
      .execute()
  const stored = await db.selectFrom('tag').select(['id', 'name']).where('mergedInto', 'is', null).execute()
  return new Map([...redirects, ...stored.map(({ id, name }): [string, string] => [name, id])])
}

/**
 * Returns the id of the user account in whose name the catalogue's recommendations appear, and creates the account at
 * the first call. Nobody can log in to it.
 */
async function findEditorialAccount(db: Db, name: string): Promise<string> {
  const known = await readSetting(db, 'editorialAccount')
  if (known !== undefined) return known
  const id = (await createUser(db, { account: null, name, roles: ['editor'] })) as string
  await writeSetting(db, 'editorialAccount', id)
  return id
}
