import { sql } from 'kysely'
import type { Today } from '#shared/api/today.ts'
import { chinaDayText, startOfChinaDay } from '#shared/china-day.ts'
import { compileOnce } from '#server/db/compile-once.ts'
import type { Db } from '#server/db/schema.ts'
import { authorIds } from '#server/edition/edition-queries.ts'
import { regionOf } from '#server/place/region.ts'

/**
 * The largest number of books, and of places, among which the book or place of a day is chosen, so that a choice reads
 * a bounded number of rows.
 */
const maxChoices = 3000
/**
 * Each day, the chosen position in the list of books (or places) moves on by this number, modulo the length of the
 * list. Because the number is prime, every book is chosen once before one is chosen again, and not in the order of the
 * list.
 */
const step = 7919

/**
 * Returns the book of a day: the one that the job `choose-today` has written for it, or else the one that the job would
 * choose now. Reading writes nothing, so that pages also answer while nothing can be written. Returns null if the site
 * has no books.
 */
export async function findBookOfDay(db: Db, dayNumber: number): Promise<Today['book']> {
  const [decided] = await listBooksOfDay(db, chinaDayText(dayNumber))
  if (decided !== undefined) return decided
  const id = await chooseBook(db, dayNumber)
  return id === undefined ? null : ((await booksWhere(db).where('book.id', '=', id).executeTakeFirst()) ?? null)
}

/** Returns the place of a day, one of the places that have books; it is found like the book of a day. */
export async function findPlaceOfDay(db: Db, dayNumber: number): Promise<Today['place']> {
  const [decided] = await listPlacesOfDay(db, chinaDayText(dayNumber))
  const id = decided === undefined ? await choosePlace(db, dayNumber) : undefined
  const row = decided ?? (id && (await placesWhere(db).where('place.id', '=', id).executeTakeFirst()))
  return row ? { id: row.id, name: row.name, region: regionOf(row), countBooks: row.countBooks ?? 0 } : null
}

const listBooksOfDay = compileOnce((db, day: string) =>
  booksWhere(db).where('book.id', 'in', (eb) => eb.selectFrom('bookOfDay').select('bookId').where('day', '=', day)),
)

function booksWhere(db: Db) {
  return db.selectFrom('book').select(['book.id', 'title', 'authors', 'cover', 'desc']).select(authorIds)
}

const listPlacesOfDay = compileOnce((db, day: string) =>
  placesWhere(db).where('place.id', 'in', (eb) => eb.selectFrom('placeOfDay').select('placeId').where('day', '=', day)),
)

function placesWhere(db: Db) {
  return db
    .selectFrom('place')
    .leftJoin('placeCount', 'placeCount.placeId', 'place.id')
    .select(['place.id', 'place.name', 'place.country', 'place.province', 'placeCount.countBooks'])
}

/**
 * Chooses the book of a day from the books that existed when the day began, or from all books if there were none.
 * Returns its id.
 */
export async function chooseBook(db: Db, dayNumber: number): Promise<string | undefined> {
  const before = sql<boolean>`create_time < ${new Date(startOfChinaDay(dayNumber))}`
  const old = await countBooks(db, before)
  const among = old > 0 ? before : sql<boolean>`true`
  const total = old > 0 ? old : await countBooks(db, among)
  if (total === 0) return undefined
  const { rows } = await sql<{ id: string }>`
    select id from book where ${among}
    order by create_time, id offset ${(dayNumber * step) % total} limit 1`.execute(db)
  return rows[0]?.id
}

/** Chooses the place of a day and returns its id. */
export async function choosePlace(db: Db, dayNumber: number): Promise<string | undefined> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select from place_count order by place_id limit ${maxChoices}) counted`.execute(db)
  const total = counted[0]?.total ?? 0
  if (total === 0) return undefined
  const { rows } = await sql<{ placeId: string }>`
    select place_id from place_count
    order by place_id offset ${(dayNumber * step) % total} limit 1`.execute(db)
  return rows[0]?.placeId
}

async function countBooks(db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from book where ${condition} order by create_time, id limit ${maxChoices}
    ) counted`.execute(db)
  return rows[0]?.total ?? 0
}
