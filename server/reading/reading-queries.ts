import { sql } from 'kysely'
import type { Progress } from '#shared/api/reader/reading.ts'
import type { Db } from '#server/db/schema.ts'

const columns = ['bookId', 'fileId', 'locator', 'fraction', 'updatedAt', 'deviceId', 'device', 'version'] as const

export async function findProgress(db: Db, userId: string, bookId: string): Promise<Progress | undefined> {
  const row = await db
    .selectFrom('readingProgress')
    .select(columns)
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirst()
  return row && toProgress(row)
}

/** A reading position as a device reports it. */
export type ReportedProgress = Omit<Progress, 'version'>

/**
 * The order of positions from several devices. A number is the version that the device knew when it wrote: its word stands unless another
 * device has written since. `arrival` is for devices that speak the moment they are read on: the last word stands. `clock` is for
 * pages loaded before versions came: the word with the later time stands, and no time is later than now.
 */
export type ProgressOrder = number | 'arrival' | 'clock'

/** Saves a device's word where it stands by `order`, and returns the progress that then stands: this one or another device's. */
export async function saveProgress(
  db: Db,
  userId: string,
  { updatedAt, ...said }: ReportedProgress,
  order: ProgressOrder,
): Promise<Progress> {
  const time =
    order === 'clock' ? sql<Date>`least(${new Date(updatedAt)}::timestamptz, now())` : sql<Date>`clock_timestamp()`
  const saved = await db
    .insertInto('readingProgress')
    .values({ userId, ...said, updatedAt: time })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'bookId'])
        .doUpdateSet({ ...said, updatedAt: time })
        .where((eb) => {
          if (order === 'arrival') return eb.val(true)
          if (order === 'clock') return eb('readingProgress.updatedAt', '<', time)
          return eb.or([eb('readingProgress.version', '<=', order), eb('readingProgress.deviceId', '=', said.deviceId)])
        }),
    )
    .returning(columns)
    .executeTakeFirst()
  if (saved !== undefined) return toProgress(saved)
  // Where the other word has just been deleted, this one stands.
  return (await findProgress(db, userId, said.bookId)) ?? saveProgress(db, userId, { updatedAt, ...said }, order)
}

function toProgress<T extends { updatedAt: Date }>(row: T) {
  return { ...row, updatedAt: row.updatedAt.toISOString() }
}

export async function forgetProgress(db: Db, userId: string, bookId: string) {
  await db.deleteFrom('readingProgress').where('userId', '=', userId).where('bookId', '=', bookId).execute()
}

/** What a reader has been reading, the latest first. */
export async function listReading(db: Db, userId: string, limit: number) {
  const rows = await db
    .selectFrom('readingProgress')
    .innerJoin('book', 'book.id', 'readingProgress.bookId')
    .where('readingProgress.userId', '=', userId)
    .select([
      'readingProgress.bookId',
      'book.title',
      'book.authors',
      'book.cover',
      'readingProgress.fraction',
      'readingProgress.updatedAt',
    ])
    .orderBy('readingProgress.updatedAt', 'desc')
    .orderBy('readingProgress.bookId')
    .limit(limit)
    .execute()
  return rows.map(toProgress)
}
