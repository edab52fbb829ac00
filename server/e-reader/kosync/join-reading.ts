import { sql } from 'kysely'
import { v5 as idFrom } from 'uuid'
import type { Db } from '#server/db/schema.ts'
import { saveProgress } from '#server/reading/reading-queries.ts'
import { shorten } from '#server/e-reader/opds/opds-words.ts'
import { type SyncedProgress, toFraction } from './kosync-progress.ts'

/**
 * Copies what an e-reader says of one of the site's own files to the reader's progress in that book: only as a fraction, because
 * a device describes the place itself in its own terms.
 */
export async function mergeReading(db: Db, userId: string, synced: SyncedProgress, cameAt: Date) {
  const found = await findText(db, synced.document.toLowerCase())
  if (found === undefined) return
  const said = {
    ...found,
    locator: '',
    fraction: toFraction(synced),
    updatedAt: cameAt.toISOString(),
    deviceId: idFrom(synced.device_id || synced.device, userId),
    device: `KOReader（${shorten(synced.device, 28)}）`,
  }
  await saveProgress(db, userId, said, 'arrival')
}

/**
 * Finds the book that a digest stands for: the one that has the file now, wherever it was when the digest was noted, or else the
 * one that had it last.
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
