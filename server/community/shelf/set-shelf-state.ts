import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import type { OnShelf, ShelfState } from '#shared/api/book/shelf.ts'
import { chinaDayNumber, chinaDayText } from '#shared/china-day.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockItem } from '#server/catalogue/item/lock-item.ts'

interface ShelfChange {
  userId: string
  bookId: string
  state: ShelfState
  day?: string | undefined
  /** Today by the clock of the user's device. */
  today?: string | undefined
  note?: string | undefined
}

/**
 * Puts a book on a user's shelf or changes its shelf entry, in a transaction of its own. If no day is given, the entry
 * gets today's date, or retains its day if the shelf state stays the same. If no note is given, the entry
 * retains its note, because a client that only changes the state may know an old one. Throws `missing` for an unknown
 * book.
 */
export async function setShelfState(
  db: Db,
  { userId, bookId, state, day, today, note }: ShelfChange,
): Promise<OnShelf> {
  return inTransaction(db, async (db) => {
    await lockItem(db, { itemType: 'book', itemId: bookId })
    const newDay = day ?? todayOf(today)
    const { rows } = await sql<OnShelf>`
      insert into shelf (user_id, book_id, state, day, note) values (${userId}, ${bookId}, ${state}, ${newDay}::date, ${note ?? ''})
      on conflict (user_id, book_id) do update set
        state = excluded.state, update_time = now(),
        note = case when ${note === undefined} then shelf.note else excluded.note end,
        day = case when ${day === undefined} and shelf.state = excluded.state then shelf.day else excluded.day end
      returning state, day::text, note`.execute(db)
    await invalidate(db, topic.shelf(userId))
    return rows[0] ?? { state, day: day ?? '', note: note ?? '' }
  })
}

/**
 * Returns today's date: that of the user's device if it is today anywhere on earth, because some devices have a wrong
 * clock, or else the date in China.
 */
function todayOf(ofDevice: string | undefined): string {
  const sinceMidnight = Date.now() - Date.parse(ofDevice ?? '')
  const isToday = sinceMidnight >= -14 * hourMs && sinceMidnight < 36 * hourMs
  return ofDevice !== undefined && isToday ? ofDevice : chinaDayText(chinaDayNumber(Date.now()))
}

const hourMs = 3_600_000
