import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { announce } from '#server/db/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { seedAliases } from '#server/search/alias-queries.ts'
import { indexBooks } from '#server/search/index-books.ts'
import { markIndexFresh } from '#server/search/rebuild-index.ts'
import { readSetting, writeSetting } from '#server/site/setting-queries.ts'
import { listAstrayBooks, pinBooks } from '#server/map/pin-marks.ts'
import { createUser } from '#server/user/create-user.ts'
import type { CatalogBook } from './catalog-schema.ts'
import { type Catalog, hashCatalog, readCatalog } from './read-catalog.ts'

/**
 * Brings the database in step with the catalogue: new entries are added, changed ones updated, all others left alone.
 * Safe to run on every start and on several nodes at once. Returns how many books it wrote.
 */
export async function loadCatalog(db: Db, directory: string, siteName: string): Promise<number> {
  const fingerprint = await hashCatalog(directory)
  // Most starts find everything loaded; parsing what they need not would cost them a second and memory that stays.
  if ((await readSetting(db, 'catalog')) === fingerprint) return 0
  const { catalog, problems } = await readCatalog(directory)
  if (problems.length > 0) throw new Error(`书目 catalog 里有 ${problems.length} 处问题：\n${problems.join('\n')}`)
  return db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('catalog', 0))`.execute(db)
    // Another node may have loaded it meanwhile.
    if ((await readSetting(db, 'catalog')) === fingerprint) return 0
    const editorId = await findEditorialAccount(db, `${siteName}编辑部`)
    const tagIds = await writeTags(db, catalog)
    const placeIds = await writePlaces(db, catalog)
    const changed = await writeBooks(db, inLoadingOrder(catalog), { editorId, tagIds, placeIds })
    await pinBooks(db, [...new Set([...changed, ...(await listAstrayBooks(db))])])
    await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id)`.execute(db)
    await indexForSearch(db, changed, catalog)
    await writeSetting(db, 'catalog', fingerprint)
    await announce(db, 'books', 'tags')
    return changed.length
  })
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

interface Ids {
  editorId: string
  tagIds: Map<string, string>
  placeIds: Map<string, string>
}

async function writeTags(db: Db, { tags }: Catalog) {
  const rows = Object.entries(tags).flatMap(([kind, names]) =>
    names.map((name) => ({ name, kind: kind as keyof typeof tags })),
  )
  const values = rows.map((row, position) => ({ id: newId(), ...row, position }))
  const written = await db
    .insertInto('tag')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ kind: eb.ref('excluded.kind'), position: eb.ref('excluded.position') })),
    )
    .returning(['id', 'name'])
    .execute()
  return new Map(written.map(({ id, name }) => [name, id]))
}

async function writePlaces(db: Db, { places }: Catalog) {
  const values = [...places].map(([name, { lng, lat, country, province }]) => ({
    id: newId(),
    name,
    lng,
    lat,
    country,
    province: province ?? null,
  }))
  const ids = new Map<string, string>()
  for (let start = 0; start < values.length; start += 1000) {
    const written = await db
      .insertInto('place')
      .values(values.slice(start, start + 1000))
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({
          lng: eb.ref('excluded.lng'),
          lat: eb.ref('excluded.lat'),
          country: eb.ref('excluded.country'),
          province: eb.ref('excluded.province'),
        })),
      )
      .returning(['id', 'name'])
      .execute()
    for (const { id, name } of written) ids.set(name, id)
  }
  return ids
}

/** Returns the ids of those it wrote. */
async function writeBooks(db: Db, books: CatalogBook[], ids: Ids): Promise<string[]> {
  const known = await db
    .selectFrom('book')
    .select(['id', 'catalogKey', 'catalogHash'])
    .where('catalogKey', 'is not', null)
    .execute()
  const knownByKey = new Map(known.map((row) => [row.catalogKey, row]))
  const changed: string[] = []
  for (const book of books) {
    const fresh = hash(JSON.stringify(book))
    const row = knownByKey.get(book.key)
    if (row?.catalogHash === fresh) continue
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
  const mixed = books.filter(({ key }) => !window.includes(key)).sort((a, b) => (hash(a.key) < hash(b.key) ? -1 : 1))
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
  const tags = [...new Set(book.tags)].map((name) => ({ bookId: id, tagId: tagIds.get(name) as string }))
  await db.insertInto('bookTag').values(tags).execute()
  const places = Object.entries(book.places).flatMap(([kind, names]) =>
    [...new Set(names)].map((name) => ({
      bookId: id,
      placeId: placeIds.get(name) as string,
      kind: kind as keyof typeof book.places,
    })),
  )
  await db.insertInto('bookPlace').values(places).execute()
  await db
    .insertInto('recommendation')
    .values({ id: newId(), userId: editorId, bookId: id, reason: book.reason })
    .onConflict((conflict) => conflict.columns(['bookId', 'userId']).doUpdateSet({ reason: book.reason }))
    .execute()
  await announce(db, `book:${id}`)
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

/** The account that signs what the site's own editors say; it has no way to log in. */
async function findEditorialAccount(db: Db, name: string): Promise<string> {
  const known = await readSetting(db, 'editorialAccount')
  if (known !== undefined) return known
  const id = (await createUser(db, { email: null, name, roles: ['editor'] })) as string
  await writeSetting(db, 'editorialAccount', id)
  return id
}

function hash(text: string) {
  return createHash('sha256').update(text).digest('base64url')
}
