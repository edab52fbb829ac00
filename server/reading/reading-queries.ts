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
 * Decides which of several reported reading positions is stored. A number is the version that the device last received:
 * its report is stored unless another device has reported since. `arrival` is for devices that report while the user
 * reads: the last report is stored. `clock` is for pages of an older program, which send no versions: the report with
 * the later time is stored, and times in the future count as the present.
 */
type ProgressOrder = number | 'arrival' | 'clock'

/**
 * Saves a reported reading position if `order` prefers it to the stored one. Returns the stored reading progress: this
 * report or that of another device.
 */
export async function saveProgress(
  db: Db,
  userId: string,
  { updatedAt, ...reported }: ReportedProgress,
  order: ProgressOrder,
): Promise<Progress> {
  const time =
    order === 'clock' ? sql<Date>`least(${new Date(updatedAt)}::timestamptz, now())` : sql<Date>`clock_timestamp()`
  const saved = await db
    .insertInto('readingProgress')
    .values({ userId, ...reported, updatedAt: time })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'bookId'])
        .doUpdateSet({ ...reported, updatedAt: time })
        .where((eb) => {
          if (order === 'arrival') return eb.val(true)
          if (order === 'clock') return eb('readingProgress.updatedAt', '<', time)
          return eb.or([
            eb('readingProgress.version', '<=', order),
            eb('readingProgress.deviceId', '=', reported.deviceId),
          ])
        }),
    )
    .returning(columns)
    .executeTakeFirst()
  if (saved !== undefined) return toProgress(saved)
  // If another device has just deleted the stored reading progress, a second attempt saves this report.
  return (
    (await findProgress(db, userId, reported.bookId)) ?? saveProgress(db, userId, { updatedAt, ...reported }, order)
  )
}

function toProgress<T extends { updatedAt: Date }>(row: T) {
  return { ...row, updatedAt: row.updatedAt.toISOString() }
}

export async function deleteProgress(db: Db, userId: string, bookId: string) {
  await db.deleteFrom('readingProgress').where('userId', '=', userId).where('bookId', '=', bookId).execute()
}

/** Returns the reading progress of a user in all books, the latest first. */
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
