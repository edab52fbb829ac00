import type { Db } from '#server/platform/db/schema.ts'
import { nameOfReader } from '#server/reading/reader/reading-queries.ts'
import { saveProgress } from '#server/reading/reader/record-progress.ts'
import { deviceIdOf, findSyncedText, type SyncedProgress, toFraction } from './kosync-progress.ts'

/**
 * An e-reader has reported its progress in a document. If the document is a text file of this site, copies the progress
 * to the user's reading progress in the book of this file, unless another device is further. Only the fraction that was
 * read is copied, because every device describes the exact position in its own format.
 */
export async function mergeReading(db: Db, userId: string, synced: SyncedProgress, reportedAt: Date) {
  const text = await findSyncedText(db, synced.document)
  if (text === undefined) return
  const report = {
    bookId: text.bookId,
    fileId: text.fileId,
    locator: '',
    fraction: toFraction(synced),
    updatedAt: reportedAt.toISOString(),
    deviceId: deviceIdOf(userId, { device: synced.device, deviceId: synced.device_id }),
    device: nameOfReader(synced.device),
  }
  await saveProgress(db, userId, report, 'furthest')
}
