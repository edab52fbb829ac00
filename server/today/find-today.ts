import { sql } from 'kysely'
import type { Today } from '#shared/api/today.ts'
import { startOfChinaDay } from '#server/cache/china-day.ts'
import type { Db } from '#server/db/schema.ts'
import { authorIds } from '#server/edition/edition-queries.ts'
import { regionOf } from '#server/place/region.ts'

/** The number of books and of places from which the days choose, so that a choice reads a bounded number of rows. */
const maxChoices = 3000
/** A prime number, so that the days go through all books before a book returns, without following their order. */
const step = 7919

/**
 * Returns the book of a day. It depends only on the day and on the books that existed when the day began, so that every
 * node chooses the same one and a new book does not change it.
 */
export async function findBookOfDay(db: Db, dayNumber: number): Promise<Today['book']> {
  const begin = new Date(startOfChinaDay(dayNumber))
  const before = sql<boolean>`create_time < ${begin}`
  const old = await countBooks(db, before)
  const chosen = old > 0 ? before : sql<boolean>`true`
  const total = old > 0 ? old : await countBooks(db, chosen)
  if (total === 0) return null
  const row = await db
    .selectFrom('book')
    .select(['id', 'title', 'authors', 'cover', 'desc'])
    .select(authorIds)
    .where(chosen)
    .orderBy('createTime')
    .orderBy('id')
    .offset((dayNumber * step) % total)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the place of a day, one of the places that have books. */
export async function findPlaceOfDay(db: Db, dayNumber: number): Promise<Today['place']> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from place_count order by place_id limit ${maxChoices}) counted`.execute(db)
  const total = rows[0]?.total ?? 0
  if (total === 0) return null
  const row = await db
    .selectFrom('placeCount')
    .innerJoin('place', 'place.id', 'placeCount.placeId')
    .select(['place.id', 'place.name', 'place.country', 'place.province', 'placeCount.countBooks'])
    .orderBy('placeCount.placeId')
    .offset((dayNumber * step) % total)
    .limit(1)
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, region: regionOf(row), countBooks: row.countBooks } : null
}

async function countBooks(db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from book where ${condition} order by create_time, id limit ${maxChoices}
    ) counted`.execute(db)
  return rows[0]?.total ?? 0
}
