import { sql } from 'kysely'
import type { ReadingTimeChoice, ReadingTimeReport } from '#shared/api/reader/reading-time.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

const secondsPerDay = 86_400
/**
 * The largest number of stored rows per user and day. A row is for one book and one counter (a device's measurement);
 * reports that need further rows are ignored.
 */
const maxRowsPerDay = 200
/** The largest number of characters per second that counts as reading; faster paging is leafing through. */
const maxCharactersPerSecond = 30

interface Reports {
  counterId: string
  generation: number
  list: ReadingTimeReport[]
}

/** Returns whether a user's reading times are measured, and the generation of the stored times. */
export async function findReadingTimeChoice(db: Db, userId: string): Promise<ReadingTimeChoice> {
  const row = await db
    .selectFrom('readingTimeChoice')
    .select(['isOn', 'generation'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? { isOn: true, generation: 0 }
}

/**
 * Stores the reading times that a device has measured with one counter, unless the user has switched the measuring or
 * deleted the times since the counter began. A report contains the counter's sum for each day and book, and the larger
 * of the stored and the reported sum is stored, so reports may arrive twice and in any order. The stored times of one
 * user and day are at most 24 hours in total; a report is shortened to fit. Reports for unknown books, for days to come
 * and for days more than a year ago are ignored. Writes in a transaction of its own.
 */
export async function saveReadingTime(db: Db, userId: string, { counterId, generation, list }: Reports) {
  return inTransaction(db, async (db) => {
    await lockReadingTime(db, userId)
    const choice = await findReadingTimeChoice(db, userId)
    if (!choice.isOn || choice.generation !== generation || list.length === 0) return choice
    const books = await findCountedBooks(
      db,
      list.map(({ bookId }) => bookId),
    )
    for (const report of list) {
      const countCharacters = books.get(report.bookId)
      if (countCharacters !== undefined) await saveSums(db, { userId, counterId, countCharacters, ...report })
    }
    return choice
  })
}

/** Switches the measuring of a user's reading times. Devices begin new counters after a switch. */
export async function setMeasuring(db: Db, userId: string, isOn: boolean): Promise<ReadingTimeChoice> {
  return inTransaction(db, async (db) => {
    await lockReadingTime(db, userId)
    const current = await findReadingTimeChoice(db, userId)
    return current.isOn === isOn ? current : saveChoice(db, userId, { isOn, generation: current.generation + 1 })
  })
}

/**
 * Deletes a user's reading times. Times that devices measured before the deletion are not stored if they are reported
 * after it.
 */
export async function deleteReadingTime(db: Db, userId: string) {
  await inTransaction(db, async (db) => {
    await lockReadingTime(db, userId)
    const { isOn, generation } = await findReadingTimeChoice(db, userId)
    await db.deleteFrom('readingTime').where('userId', '=', userId).execute()
    await saveChoice(db, userId, { isOn, generation: generation + 1 })
  })
}

/**
 * Makes other writes of the user's reading times wait until the transaction ends, so that the total of a day, which is
 * limited, is computed correctly.
 */
function lockReadingTime(db: Db, userId: string) {
  return lockUntilCommit(db, `reading time:${userId}`)
}

async function saveChoice(db: Db, userId: string, choice: ReadingTimeChoice): Promise<ReadingTimeChoice> {
  await db
    .insertInto('readingTimeChoice')
    .values({ userId, ...choice })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(choice))
    .execute()
  return choice
}

/**
 * Returns the number of characters of the books that exist, by id, and locks the books so that none of them is removed
 * before the transaction ends.
 */
async function findCountedBooks(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('book')
    .select((eb) => [
      'id',
      eb
        .selectFrom('bookFile')
        .whereRef('bookFile.bookId', '=', 'book.id')
        .select(sql<number>`coalesce(max(count_characters), 0)`.as('count'))
        .as('countCharacters'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Map(rows.map(({ id, countCharacters }) => [id, countCharacters ?? 0]))
}

interface Sums extends ReadingTimeReport {
  userId: string
  counterId: string
  countCharacters: number
}

async function saveSums(db: Db, { userId, counterId, day, bookId, seconds, fraction, countCharacters }: Sums) {
  const characters = Math.round(fraction * countCharacters)
  await sql`
    insert into reading_time as stored (user_id, day, book_id, counter_id, seconds, characters)
    select ${userId}, ${day}, ${bookId}, ${counterId}, free.seconds,
      least(${characters}, free.seconds * ${maxCharactersPerSecond}::int)
    from (
      select least(${seconds}::int, ${secondsPerDay} - coalesce(sum(seconds), 0))::int as seconds, count(*) as rows
      from reading_time
      where user_id = ${userId} and day = ${day} and (book_id <> ${bookId} or counter_id <> ${counterId})
    ) as free
    where free.seconds > 0 and free.rows < ${maxRowsPerDay}
      and ${day}::date between current_date - 366 and (now() at time zone 'Pacific/Kiritimati')::date
    on conflict (user_id, day, book_id, counter_id) do update set
      seconds = greatest(stored.seconds, excluded.seconds),
      characters = greatest(stored.characters, excluded.characters),
      updated_at = now()
    where excluded.seconds > stored.seconds or excluded.characters > stored.characters`.execute(db)
}
