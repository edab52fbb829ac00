import { sql } from 'kysely'
import { v5 as idFrom } from 'uuid'
import type { Db } from '#server/db/schema.ts'
import { saveProgress } from '#server/reading/reading-queries.ts'
import { shorten } from '#server/e-reader/opds/opds-words.ts'
import { type SyncedProgress, toFraction } from './kosync-progress.ts'

/**
 * Copies the progress that an e-reader reports about one of the site's own files to the user's progress in the book. Copies only
 * the fraction, because every device describes the position in its own format.
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
 * Finds the book and the file that a digest identifies: the book that has the file now, even if another book had it when the
 * digest was recorded, or else the last book that had it.
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
