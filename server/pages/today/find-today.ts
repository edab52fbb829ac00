import { type RawBuilder, sql } from 'kysely'
import type { Today } from '#shared/api/today.ts'
import { chinaDayText, startOfChinaDay } from '#shared/china-day.ts'
import { compileOnce } from '#server/platform/db/compile-once.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'
import { regionOf } from '#server/catalogue/place/region.ts'

/** The largest number of books among which the book of a day is chosen, so that a choice reads few rows. */
const maxChoices = 3000
/**
 * Each day, the chosen position in the list of books moves on by this number, modulo the length of the list. Because
 * the number is prime, every book is chosen once before one is chosen again, and not in the order of the list.
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

/**
 * Returns the place of a day, which the story of the day's book tells of; it is found like the book of the day. Returns
 * null if the book tells of no place.
 */
export async function findPlaceOfDay(db: Db, dayNumber: number, bookId: string): Promise<Today['place']> {
  const [decided] = await listPlacesOfDay(db, chinaDayText(dayNumber))
  const id = decided === undefined ? await choosePlace(db, dayNumber, bookId) : undefined
  const row = decided ?? (id && (await placesWhere(db).where('place.id', '=', id).executeTakeFirst()))
  if (!row) return null
  return { id: row.id, name: row.name, region: regionOf(row), books: await listBooksAbout(db, row.id, bookId) }
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
  return db.selectFrom('place').select(['place.id', 'place.name', 'place.country', 'place.province'])
}

const tells = sql`kind in ('setting', 'subject')`

/** Returns up to four books that tell of a place: the given one, if it does, and then the most popular ones. */
async function listBooksAbout(db: Db, placeId: string, bookId: string): Promise<{ id: string; title: string }[]> {
  const booksOf = (condition: RawBuilder<unknown>) => sql`
    select book.id, title from mark join book on book.id = item_id
    where mark.place_id = ${placeId} and item_type = 'book' and ${condition} and exists (
      select from book_place where book_id = item_id and book_place.place_id = mark.place_id and book_place.${tells}
    )
    order by mark.popularity desc, item_id desc limit 3`
  const { rows } = await sql<{ id: string; title: string }>`
    (${booksOf(sql`item_id = ${bookId}`)}) union all (${booksOf(sql`item_id <> ${bookId}`)})`.execute(db)
  return rows
}

/**
 * Chooses the book of a day from the books that existed when the day began and whose story has a place, or else from
 * all books. Returns its id.
 */
async function chooseBook(db: Db, dayNumber: number): Promise<string | undefined> {
  const isPlaced = sql<boolean>`exists (select from book_place where book_id = book.id and ${tells})`
  const isOld = sql<boolean>`create_time < ${new Date(startOfChinaDay(dayNumber))}`
  for (const among of [sql<boolean>`${isOld} and ${isPlaced}`, isPlaced, sql<boolean>`true`]) {
    const total = await countBooks(db, among)
    if (total === 0) continue
    const { rows } = await sql<{ id: string }>`
      select id from book where ${among}
      order by create_time, id offset ${(dayNumber * step) % total} limit 1`.execute(db)
    return rows[0]?.id
  }
  return undefined
}

/** Chooses the place of a day, one of those where the book of the day is set, or of which it tells. Returns its id. */
export async function choosePlace(db: Db, dayNumber: number, bookId: string): Promise<string | undefined> {
  const { rows } = await sql<{ placeId: string }>`
    select place_id from book_place where book_id = ${bookId} and ${tells}
    group by place_id order by place_id`.execute(db)
  return rows[dayNumber % Math.max(1, rows.length)]?.placeId
}

async function countBooks(db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from book where ${condition} order by create_time, id limit ${maxChoices}
    ) counted`.execute(db)
  return rows[0]?.total ?? 0
}
