import { sql } from 'kysely'
import type { ReadingTimes } from '#shared/api/reader/reading-time.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'

const maxBooks = 100
const seconds = sql<number>`sum(seconds)::int`.as('seconds')
const characters = sql<number>`sum(characters)::int`.as('characters')
const dayText = sql<string>`day::text`.as('day')

/**
 * Returns the totals of a user's reading on all days, the months in which the user has read, and the lengths of the
 * current and the longest streak of consecutive days.
 */
export async function sumReadingTime(db: Db, userId: string, today: string) {
  const { rows } = await sql<Omit<ReadingTimes, 'isOn' | 'days' | 'books'>>`
    with read_day as (
      select day, sum(seconds) as seconds, sum(characters) as characters
      from reading_time where user_id = ${userId} group by day
    ), streak as (
      select max(day) as last_day, count(*)::int as days
      from (select day, day - row_number() over (order by day)::int as start from read_day) as numbered
      group by start
    )
    select coalesce(sum(seconds), 0)::float8 as seconds, coalesce(sum(characters), 0)::float8 as characters,
      count(*)::int as "countDays",
      coalesce((select days from streak where last_day >= ${today}::date - 1 order by last_day desc limit 1), 0)
        as "currentStreak",
      coalesce((select max(days) from streak), 0) as "longestStreak",
      coalesce((select array_agg(month order by month desc)
        from (select distinct to_char(day, 'YYYY-MM') as month from read_day) as months), '{}') as months
    from read_day`.execute(db)
  return rows[0] ?? { seconds: 0, characters: 0, countDays: 0, currentStreak: 0, longestStreak: 0, months: [] }
}

/** Returns the days of a month, given as YYYY-MM, on which a user has read, in order. */
export function listReadingDays(db: Db, userId: string, month: string) {
  return db
    .selectFrom('readingTime')
    .select([dayText, seconds, characters])
    .where('userId', '=', userId)
    .where(sql<boolean>`day >= ${`${month}-01`}::date and day < ${`${month}-01`}::date + interval '1 month'`)
    .groupBy('readingTime.day')
    .orderBy('readingTime.day')
    .execute()
}

/**
 * Returns the books in which a user has read, with the totals over all days; the books that were read last come first.
 */
export function listReadingBooks(db: Db, userId: string) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('readingTime')
        .select(['bookId', sql<number>`sum(seconds)::float8`.as('seconds')])
        .select(sql<number>`sum(characters)::float8`.as('characters'))
        .select(sql<number>`count(distinct day)::int`.as('countDays'))
        .select(sql<string>`max(day)::text`.as('lastDay'))
        .where('userId', '=', userId)
        .groupBy('bookId')
        .orderBy('lastDay', 'desc')
        .orderBy('bookId')
        .limit(maxBooks)
        .as('read'),
    )
    .innerJoin('book', 'book.id', 'read.bookId')
    .select(['book.id', 'title', 'authors', 'cover', 'read.seconds', 'read.characters', 'countDays', 'lastDay'])
    .select(authorIds)
    .orderBy('lastDay', 'desc')
    .orderBy('seconds', 'desc')
    .orderBy('book.id')
    .execute()
}

/** Returns how long a user has read on each day in each book, the first day first. */
export function listReadingTime(db: Db, userId: string) {
  return db
    .selectFrom('readingTime')
    .innerJoin('book', 'book.id', 'readingTime.bookId')
    .select([dayText, 'bookId', 'title', seconds, characters])
    .where('userId', '=', userId)
    .groupBy(['readingTime.day', 'bookId', 'title'])
    .orderBy('readingTime.day')
    .orderBy('bookId')
    .execute()
}
