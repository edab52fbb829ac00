import { sql } from 'kysely'
import type { Progress } from '#shared/api/reader/reading.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type ReportedProgress, progressColumns, findProgress, toProgress } from './reading-queries.ts'

/**
 * Decides which of several reported reading positions is stored. A number is the version that the device last received:
 * its report is stored unless another device has reported since. `furthest` is for devices that report without having
 * asked: their report is stored unless another device is further. `clock` is for pages of an older program, which send
 * no versions: the report with the later time is stored, and times in the future count as the present.
 */
type ProgressOrder = number | 'furthest' | 'clock'

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
          if (order === 'clock') return eb('readingProgress.updatedAt', '<', time)
          const isPreferred =
            order === 'furthest'
              ? eb('readingProgress.fraction', '<=', reported.fraction)
              : eb('readingProgress.version', '<=', order)
          return eb.or([isPreferred, eb('readingProgress.deviceId', '=', reported.deviceId)])
        }),
    )
    .returning(progressColumns)
    .executeTakeFirst()
  if (saved !== undefined) return toProgress(saved)
  // If another device has just deleted the stored reading progress, a second attempt saves this report.
  return (
    (await findProgress(db, userId, reported.bookId)) ?? saveProgress(db, userId, { updatedAt, ...reported }, order)
  )
}

export async function deleteProgress(db: Db, userId: string, bookId: string) {
  await db.deleteFrom('readingProgress').where('userId', '=', userId).where('bookId', '=', bookId).execute()
}
