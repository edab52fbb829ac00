import { sql } from 'kysely'
import { v5 as idFrom } from 'uuid'
import type { Db } from '#server/db/schema.ts'
import { saveProgress } from '#server/reading/record-progress.ts'
import { shorten } from '#shared/shorten.ts'
import { type SyncedProgress, toFraction } from './kosync-progress.ts'

/**
 * An e-reader has reported its progress in a document. If the document is a text file of this site, copies the progress
 * to the user's reading progress in the book of this file. Only the fraction that was read is copied, because every
 * device describes the exact position in its own format.
 */
export async function mergeReading(db: Db, userId: string, synced: SyncedProgress, reportedAt: Date) {
  const found = await findText(db, synced.document.toLowerCase())
  if (found === undefined) return
  const report = {
    ...found,
    locator: '',
    fraction: toFraction(synced),
    updatedAt: reportedAt.toISOString(),
    deviceId: idFrom(synced.device_id || synced.device, userId),
    device: `KOReader（${shorten(synced.device, 28)}）`,
  }
  await saveProgress(db, userId, report, 'arrival')
}

/**
 * Finds the book and the file for the hash by which KOReader identifies a document. A book that has the file now is
 * preferred; otherwise the result is the book that had the file when the hash was recorded.
 */
async function findText(db: Db, digest: string): Promise<{ bookId: string; fileId: string } | undefined> {
  return db
    .selectFrom('kosyncDocument as noted')
    .leftJoin('bookFile as file', 'file.sha256', 'noted.sha256')
    .select((eb) => [
      eb.fn.coalesce('file.bookId', 'noted.bookId').as('bookId'),
      eb.fn.coalesce('file.id', 'noted.fileId').as('fileId'),
    ])
    .where('noted.document', '=', digest)
    .orderBy(sql`file.book_id = noted.book_id`, 'desc')
    .orderBy('file.id')
    .limit(1)
    .executeTakeFirst()
}
