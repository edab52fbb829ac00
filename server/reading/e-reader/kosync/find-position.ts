import type { Progress } from '#shared/api/reader/reading.ts'
import { shorten } from '#shared/shorten.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readPlace } from '#server/engines/epub/convert/find-locator.ts'
import type { WorkCaller } from '#server/engines/concurrency-limit.ts'
import type { BookReader } from '#server/reading/reader/book-reader.ts'
import { findProgress } from '#server/reading/reader/reading-queries.ts'
import { findReadableFile } from '#server/reading/reader/readable-file-queries.ts'
import { deviceIdOf, findSynced, findSyncedText, type SyncedText, toSeconds } from './kosync-progress.ts'

interface PositionRequest {
  userId: string
  /** The hash by which KOReader identifies the document. */
  document: string
  caller: WorkCaller
}

/**
 * Returns how far a user has read in a document, as KOReader expects it: the last report of an e-reader or, if the
 * document is a text of this site in which the user has read further by other means, the user's position in this text.
 * Returns an empty object if there is no position.
 */
export async function findPosition(db: Db, books: BookReader, { userId, document, caller }: PositionRequest) {
  const synced = await findSynced(db, userId, document)
  const text = await findSyncedText(db, document)
  const progress = text && (await findProgress(db, userId, text.bookId))
  const isReport = synced !== undefined && progress?.deviceId === deviceIdOf(userId, synced)
  const converted = progress && !isReport ? await convertPosition(db, books, text, progress) : undefined
  if (progress === undefined || converted === undefined) {
    if (synced === undefined) return {}
    const { deviceId, updatedAt, ...fields } = synced
    return { ...fields, device_id: deviceId, timestamp: toSeconds(updatedAt) }
  }
  const { file, ...inBook } = converted
  return {
    document,
    progress: await books.pointerTo(file, inBook, caller),
    percentage: progress.fraction,
    device: `知图（${shorten(progress.device || '网页', 28)}）`,
    device_id: progress.deviceId,
    timestamp: toSeconds(new Date(progress.updatedAt)),
  }
}

/**
 * Returns the section and the position in it of a position in a document; undefined if the document is not on the site
 * any more. If the position was reached in another file of the book, only its fraction is comparable.
 */
async function convertPosition(
  db: Db,
  books: BookReader,
  { bookId, fileId, sha256 }: SyncedText,
  { fileId: readFileId, locator, fraction }: Progress,
) {
  const file = await findReadableFile(db, bookId, fileId)
  if (file === undefined) return undefined
  const { sections } = await books.outlineOf(file)
  const exact = readFileId === fileId && file.sha256 === sha256 ? readPlace(locator) : null
  const { section, start } = exact !== null && exact.section < sections.length ? exact : placeAt(sections, fraction)
  return { file, path: sections[section]?.path ?? '', section, place: start }
}

/** Returns the section of a book in which a fraction of its text is reached, and the fraction of this section. */
function placeAt(sections: { size: number; isAside: boolean }[], fraction: number) {
  const sizes = sections.map(({ size, isAside }) => (isAside ? 0 : size))
  let left = fraction * sizes.reduce((sum, size) => sum + size, 0)
  const section = sizes.findIndex((size, at) => {
    if (size > 0 && (left < size || sizes.slice(at + 1).every((later) => later === 0))) return true
    left -= size
    return false
  })
  return { section: Math.max(0, section), start: Math.min(1, left / (sizes[section] || 1)) }
}
