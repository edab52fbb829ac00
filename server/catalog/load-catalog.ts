import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { type Waiting, withLock } from '#server/db/with-lock.ts'
import { listRedirects } from '#server/editing/redirects.ts'
import { seedAliases } from '#server/search/index/alias-queries.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { markIndexFresh } from '#server/search/index/rebuild-index.ts'
import { needsLoading, recordLoaded } from '#server/setting/loaded-version.ts'
import { readSetting, writeSetting } from '#server/setting/setting-queries.ts'
import { listMisplacedBooks, pinBooks } from '#server/map/cells/pin-marks.ts'
import { createUser } from '#server/account/user/create-user.ts'
import { type Catalog, hashCatalog, readCatalog } from './read-catalog.ts'
import { writeBooks } from './write-books.ts'
import { writeRoutes } from './write-routes.ts'
import { writeTours } from './write-tours.ts'

/**
 * Brings the database in step with the catalogue: new entries are added, changed ones updated, all others left alone.
 * Safe to run on every start and on several nodes at once. Returns how many books it wrote.
 */
export async function loadCatalog(db: Db, directory: string, siteName: string, waiting: Waiting = {}): Promise<number> {
  const fingerprint = await hashCatalog(directory)
  // Most starts find everything loaded; parsing what they need not would cost them a second and memory that stays.
  if (!(await needsLoading(db, 'catalog', fingerprint))) return 0
  const { catalog, problems } = await readCatalog(directory)
  if (problems.length > 0) throw new Error(`书目 catalog 里有 ${problems.length} 处问题：\n${problems.join('\n')}`)
  return withLock(db, { name: 'catalog', doing: '载入书目', ...waiting }, async (db) => {
    // Another node may have loaded it meanwhile.
    if (!(await needsLoading(db, 'catalog', fingerprint))) return 0
    const editorId = await findEditorialAccount(db, `${siteName}编辑部`)
    const tagIds = await writeTags(db, catalog)
    const placeIds = await writePlaces(db, catalog)
    const changed = await writeBooks(db, catalog, { editorId, tagIds, placeIds })
    await pinBooks(db, [...new Set([...changed, ...(await listMisplacedBooks(db))])])
    await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id)`.execute(db)
    await indexForSearch(db, changed, catalog)
    const bookIds = await listCatalogBookIds(db)
    await writeRoutes(db, catalog.routes, bookIds)
    await writeTours(db, catalog.tours, { bookIds, placeIds })
    await recordLoaded(db, 'catalog', fingerprint)
    await invalidate(db, topic.books, topic.tags)
    return changed.length
  })
}

/** The books of the catalogue, or what stands in for them, by their keys. */
async function listCatalogBookIds(db: Db): Promise<Map<string, string | null>> {
  const books = await db.selectFrom('book').select(['id', 'catalogKey']).where('catalogKey', 'is not', null).execute()
  const known = books.map(({ id, catalogKey }): [string, string] => [catalogKey as string, id])
  return new Map([...(await listRedirects(db, 'book')), ...known])
}

/** What was written is found from now on; where nothing else is there, the whole index has been written. */
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

/** Tags by name; those that editors changed stay as they are, and what stands in for one is taken for it. */
async function writeTags(db: Db, { tags }: Catalog): Promise<Map<string, string | null>> {
  const standIns = await listRedirects(db, 'tag')
  const rows = Object.entries(tags).flatMap(([kind, names]) =>
    names.map((name) => ({ name, kind: kind as keyof typeof tags })),
  )
  const values = rows
    .map((row, position) => ({ id: newId(), ...row, position }))
    .filter(({ name }) => !standIns.has(name))
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
  const there = await db.selectFrom('tag').select(['id', 'name']).execute()
  return new Map([...standIns, ...there.map(({ id, name }): [string, string] => [name, id])])
}

async function writePlaces(db: Db, { places }: Catalog): Promise<Map<string, string | null>> {
  const standIns = await listRedirects(db, 'place')
  const values = [...places]
    .filter(([name]) => !standIns.has(name))
    .map(([name, { lng, lat, country, province }]) => ({
      id: newId(),
      name,
      lng,
      lat,
      country: country ?? null,
      province: province ?? null,
    }))
  for (let start = 0; start < values.length; start += 1000) {
    await db
      .insertInto('place')
      .values(values.slice(start, start + 1000))
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({
            lng: eb.ref('excluded.lng'),
            lat: eb.ref('excluded.lat'),
            country: eb.ref('excluded.country'),
            province: eb.ref('excluded.province'),
          }))
          .where('place.editedAt', 'is', null),
      )
      .execute()
  }
  const there = await db.selectFrom('place').select(['id', 'name']).execute()
  return new Map([...standIns, ...there.map(({ id, name }): [string, string] => [name, id])])
}

/** The account that signs what the site's own editors say; it has no way to log in. */
async function findEditorialAccount(db: Db, name: string): Promise<string> {
  const known = await readSetting(db, 'editorialAccount')
  if (known !== undefined) return known
  const id = (await createUser(db, { account: null, name, roles: ['editor'] })) as string
  await writeSetting(db, 'editorialAccount', id)
  return id
}
