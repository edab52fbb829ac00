import { sql } from 'kysely'
import type { ShelfState } from '#shared/api/book/shelf.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'

/** The largest number of books of one shelf that a map shows: those whose shelf entry the user changed last. */
const maxBooks = 2000

export interface MapBook {
  id: string
  state: ShelfState
  eraFrom: number | null
  eraTo: number | null
}

/** A book at a place. */
export interface MapSpot {
  bookId: string
  placeId: string
  name: string
  lng: number
  lat: number
  country: string | null
  province: string | null
}

/** Which books of a shelf a map shows: all, those with one shelf state, or those that the user finished in a year. */
export interface MapFilter {
  state?: ShelfState | undefined
  year?: number | undefined
}

/** Returns the books on a user's shelf that a filter admits. */
export async function listMapBooks(db: Db, userId: string, { state, year }: MapFilter): Promise<MapBook[]> {
  let query = db
    .selectFrom('shelf')
    .innerJoin('book', 'book.id', 'shelf.bookId')
    .select(['book.id', 'shelf.state', 'book.eraFrom', 'book.eraTo'])
    .where('shelf.userId', '=', userId)
  if (state !== undefined) query = query.where('shelf.state', '=', state)
  if (year !== undefined) query = query.where('shelf.state', '=', 'read').where(inYear(year))
  return query.orderBy('shelf.updateTime', 'desc').orderBy('shelf.bookId').limit(maxBooks).execute()
}

/** Returns the places at which the site's map shows the given books. */
export function listMapSpots(db: Db, books: MapBook[]): Promise<MapSpot[]> {
  return db
    .selectFrom('mark')
    .innerJoin('place', 'place.id', 'mark.placeId')
    .select(['mark.itemId as bookId', 'place.id as placeId', 'place.name', 'place.lng', 'place.lat'])
    .select(['place.country', 'place.province'])
    .where('mark.itemId', '=', sql<string>`any(${books.map(({ id }) => id)}::uuid[])`)
    .orderBy('place.id')
    .execute()
}

/** Returns the books that a user finished in a year in the order of their days, at most 120, for a list of covers. */
export function listFinished(db: Db, userId: string, year: number) {
  return db
    .selectFrom('shelf')
    .innerJoin('book', 'book.id', 'shelf.bookId')
    .select(['book.id', 'book.title', 'book.authors', 'book.cover', sql<string>`shelf.day::text`.as('day')])
    .select(authorIds)
    .where('shelf.userId', '=', userId)
    .where('shelf.state', '=', 'read')
    .where(inYear(year))
    .orderBy('shelf.day')
    .orderBy('shelf.bookId')
    .limit(120)
    .execute()
}

/** Returns for each month of a year, from January, how many books a user finished in it. */
export async function countByMonth(db: Db, userId: string, year: number): Promise<number[]> {
  const { rows } = await sql<{ month: number; count: number }>`
    select extract(month from day)::integer as month, count(*) as count from shelf
    where user_id = ${userId} and state = 'read' and ${inYear(year)} group by 1`.execute(db)
  return Array.from({ length: 12 }, (_, at) => rows.find(({ month }) => month === at + 1)?.count ?? 0)
}

/** Returns the years in which a user finished at least one book, the last first. */
export async function listReadingYears(db: Db, userId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from day)::integer as year from shelf
    where user_id = ${userId} and state = 'read' order by year desc limit 100`.execute(db)
  return rows.map(({ year }) => year)
}

const inYear = (year: number) => sql<boolean>`shelf.day between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`

/**
 * Returns the name of a user whose map others may see; undefined if the map or the profile is private, or the account
 * is suspended or deleted.
 */
export function findMapOwner(db: Db, userId: string): Promise<{ name: string } | undefined> {
  return visibleUser(db, userId).where('mapIsPublic', '=', true).executeTakeFirst()
}

/**
 * Returns the name of a user whose poster of a year others may see; undefined if the poster or the profile is private,
 * or the account is suspended or deleted.
 */
export function findYearOwner(db: Db, userId: string, year: number): Promise<{ name: string } | undefined> {
  return visibleUser(db, userId).where(isPublicYear(year)).executeTakeFirst()
}

function visibleUser(db: Db, userId: string) {
  return db
    .selectFrom('user')
    .select('name')
    .where('id', '=', userId)
    .where('isPublic', '=', true)
    .where('suspendedAt', 'is', null)
    .where('deletedAt', 'is', null)
}

const isPublicYear = (year: number) => sql<boolean>`${year} = any(public_years)`

/** Returns the years whose poster others may see and in which the user finished a book, the last first. */
export async function listPublicYears(db: Db, userId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select year::integer from "user" cross join unnest(public_years) as year
    where "user".id = ${userId} and is_public and suspended_at is null and deleted_at is null
      and exists (select 1 from shelf where user_id = ${userId} and state = 'read'
        and day between make_date(year, 1, 1) and make_date(year, 12, 31))
    order by year desc`.execute(db)
  return rows.map(({ year }) => year)
}

export async function isYearPublished(db: Db, userId: string, year: number): Promise<boolean> {
  const found = await db.selectFrom('user').select('id').where('id', '=', userId).where(isPublicYear(year)).execute()
  return found.length > 0
}

export async function findMapSettings(db: Db, userId: string): Promise<{ name: string; mapIsPublic: boolean }> {
  return db.selectFrom('user').select(['name', 'mapIsPublic']).where('id', '=', userId).executeTakeFirstOrThrow()
}
