import type { Progress } from '#shared/api/reader/reading.ts'
import type { Db } from '#server/db/schema.ts'

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
