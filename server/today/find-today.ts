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
 * The database to read from, which may be a replica, and the primary, in which the first request of a day writes what
 * it has chosen.
 */
interface Databases {
  db: Db
  primary: Db
}

/**
 * Returns the book of a day. The first request for a day chooses it and writes it into the database, so that every node
 * shows the same one until midnight. Returns null if the site has no books.
 */
export const findBookOfDay = findOfDay(readBook, chooseBook)

/** Returns the place of a day, one of the places that have books; it is decided like the book of a day. */
export const findPlaceOfDay = findOfDay(readPlace, choosePlace)

/** Returns a function that reads what was chosen for a day, or chooses it in the primary first. */
function findOfDay<Found>(
  read: (db: Db, day: string) => Promise<Found | null>,
  choose: (db: Db, dayNumber: number) => Promise<void>,
) {
  return async ({ db, primary }: Databases, dayNumber: number): Promise<Found | null> => {
    const day = chinaDayText(dayNumber)
    const decided = await read(db, day)
    if (decided !== null) return decided
    await choose(primary, dayNumber)
    return read(primary, day)
  }
}

const listBooksOfDay = compileOnce((db, day: string) =>
  db
    .selectFrom('bookOfDay')
    .innerJoin('book', 'book.id', 'bookOfDay.bookId')
    .select(['book.id', 'title', 'authors', 'cover', 'desc'])
    .select(authorIds)
    .where('day', '=', day),
)

async function readBook(db: Db, day: string): Promise<Today['book']> {
  const [row] = await listBooksOfDay(db, day)
  return row ?? null
}

const listPlacesOfDay = compileOnce((db, day: string) =>
  db
    .selectFrom('placeOfDay')
    .innerJoin('place', 'place.id', 'placeOfDay.placeId')
    .leftJoin('placeCount', 'placeCount.placeId', 'place.id')
    .select(['place.id', 'place.name', 'place.country', 'place.province', 'placeCount.countBooks'])
    .where('day', '=', day),
)

async function readPlace(db: Db, day: string): Promise<Today['place']> {
  const [row] = await listPlacesOfDay(db, day)
  return row ? { id: row.id, name: row.name, region: regionOf(row), countBooks: row.countBooks ?? 0 } : null
}

/**
 * Chooses the book of a day from the books that existed when the day began, or from all books if there were none. If
 * another request has chosen a book at the same time, the choice of that request stays.
 */
async function chooseBook(db: Db, dayNumber: number) {
  const before = sql<boolean>`create_time < ${new Date(startOfChinaDay(dayNumber))}`
  const old = await countBooks(db, before)
  const among = old > 0 ? before : sql<boolean>`true`
  const total = old > 0 ? old : await countBooks(db, among)
  if (total === 0) return
  await sql`
    insert into book_of_day (day, book_id)
    select ${chinaDayText(dayNumber)}, id from book where ${among}
    order by create_time, id offset ${(dayNumber * step) % total} limit 1
    on conflict (day) do nothing`.execute(db)
}

/**
 * Chooses the place of a day. If another request has chosen a place at the same time, the choice of that request stays.
 */
async function choosePlace(db: Db, dayNumber: number) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from place_count order by place_id limit ${maxChoices}) counted`.execute(db)
  const total = rows[0]?.total ?? 0
  if (total === 0) return
  await sql`
    insert into place_of_day (day, place_id)
    select ${chinaDayText(dayNumber)}, place_id from place_count
    order by place_id offset ${(dayNumber * step) % total} limit 1
    on conflict (day) do nothing`.execute(db)
}

async function countBooks(db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from book where ${condition} order by create_time, id limit ${maxChoices}
    ) counted`.execute(db)
  return rows[0]?.total ?? 0
}
