import { sql } from 'kysely'
import type { Progress } from '#shared/api/reader/reading.ts'
import { shorten } from '#shared/shorten.ts'
import type { Db } from '#server/platform/db/schema.ts'

export const progressColumns = [
  'bookId',
  'fileId',
  'locator',
  'fraction',
  'updatedAt',
  'deviceId',
  'device',
  'version',
] as const

export async function findProgress(db: Db, userId: string, bookId: string): Promise<Progress | undefined> {
  const row = await db
    .selectFrom('readingProgress')
    .select(progressColumns)
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirst()
  return row && toProgress(row)
}

/** Returns the name under which an e-reader with KOReader appears among the user's devices. */
export const nameOfReader = (device: string) => `KOReader（${shorten(device, 28)}）`

/**
 * Returns the last position that an e-reader has reported since the user's reading progress in a book was saved. It did
 * not replace this progress, because it is behind it, and the user has not been asked yet which of the two they want.
 */
export async function findReportBehind(db: Db, userId: string, { bookId, updatedAt }: Progress) {
  const row = await db
    .selectFrom('kosyncProgress as report')
    .innerJoin('kosyncDocument as noted', (join) => join.on('noted.document', '=', sql`lower(report.document)`))
    .leftJoin('bookFile as file', 'file.sha256', 'noted.sha256')
    .select((eb) => [
      'report.percentage as fraction',
      'report.device',
      'report.updatedAt',
      eb.fn.coalesce('file.id', 'noted.fileId').as('fileId'),
    ])
    .where('report.userId', '=', userId)
    .where((eb) => eb(eb.fn.coalesce('file.bookId', 'noted.bookId'), '=', bookId))
    .where('report.updatedAt', '>', new Date(updatedAt))
    .orderBy('report.updatedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toProgress({ ...row, locator: '', device: nameOfReader(row.device) })
}

/** A reading position as a device reports it. */
export type ReportedProgress = Omit<Progress, 'version'>

export function toProgress<T extends { updatedAt: Date }>(row: T) {
  return { ...row, updatedAt: row.updatedAt.toISOString() }
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
