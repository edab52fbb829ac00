import { sql } from 'kysely'
import { v5 as idFrom } from 'uuid'
import * as z from 'zod/mini'
import { text } from '#shared/api/text.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * The maximum number of documents per user for which e-readers' reading progress is stored. Beyond it, the document
 * that was not opened for the longest time is deleted.
 */
export const maxDocuments = 2000

/** The identifier of a document in KOReader's sync protocol: a hash of the document's bytes or of its file name. */
export const SyncedDocument = z.string().check(z.regex(/^\w{1,200}$/))
/** The reading progress that an e-reader reports. Properties that are not listed here are ignored. */
export const SyncedProgress = z.object({
  document: SyncedDocument,
  progress: z.union([text(1, 1000), z.pipe(z.number(), z.transform(String))]),
  // A number that some e-readers send as text.
  percentage: z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?(e-?\d+)?$/i))]),
    z.pipe(z.transform(Number), z.number().check(z.minimum(-0.01), z.maximum(1.01))),
  ),
  device: text(1, 100),
  device_id: z._default(text(0, 100), ''),
})
export type SyncedProgress = z.infer<typeof SyncedProgress>

export function findSynced(db: Db, userId: string, document: string) {
  return db
    .selectFrom('kosyncProgress')
    .select(['document', 'progress', 'percentage', 'device', 'deviceId', 'updatedAt'])
    .where('userId', '=', userId)
    .where('document', '=', document)
    .executeTakeFirst()
}

/** Returns the id under which the site knows an e-reader of a user as a device that reads books. */
export function deviceIdOf(userId: string, { device, deviceId }: { device: string; deviceId: string }) {
  return idFrom(deviceId || device, userId)
}

/** The book and the file of this site that a document of KOReader is. */
export interface SyncedText {
  bookId: string
  fileId: string
  /** The hash of the document's bytes; the file may have been replaced since. */
  sha256: string
}

/**
 * Finds the book and the file for the hash by which KOReader identifies a document. A book that has the file now is
 * preferred; otherwise the result is the book that had the file when the hash was recorded.
 */
export function findSyncedText(db: Db, document: string): Promise<SyncedText | undefined> {
  return db
    .selectFrom('kosyncDocument as noted')
    .leftJoin('bookFile as file', 'file.sha256', 'noted.sha256')
    .select((eb) => [
      'noted.sha256',
      eb.fn.coalesce('file.bookId', 'noted.bookId').as('bookId'),
      eb.fn.coalesce('file.id', 'noted.fileId').as('fileId'),
    ])
    .where('noted.document', '=', document.toLowerCase())
    .orderBy(sql`file.book_id = noted.book_id`, 'desc')
    .orderBy('file.id')
    .limit(1)
    .executeTakeFirst()
}

/** Saves how far an e-reader has read in a document and replaces any earlier report. Returns the time of the report. */
export async function saveSynced(db: Db, userId: string, synced: SyncedProgress): Promise<Date> {
  const { document, device_id: deviceId, progress, device } = synced
  const fields = { progress, device, deviceId, percentage: toFraction(synced), updatedAt: sql<Date>`clock_timestamp()` }
  const { updatedAt } = await db
    .insertInto('kosyncProgress')
    .values({ userId, document, ...fields })
    .onConflict((conflict) => conflict.columns(['userId', 'document']).doUpdateSet(fields))
    .returning('updatedAt')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('kosyncProgress')
    .where('userId', '=', userId)
    .where('document', 'in', (eb) =>
      eb
        .selectFrom('kosyncProgress')
        .select('document')
        .where('userId', '=', userId)
        .orderBy('updatedAt', 'desc')
        .orderBy('document')
        .offset(maxDocuments),
    )
    .execute()
  return updatedAt
}

/**
 * Returns the reported fraction of a document that was read, limited to the range from 0 to 1, because some e-readers
 * report values slightly outside.
 */
export function toFraction({ percentage }: Pick<SyncedProgress, 'percentage'>): number {
  return Math.min(1, Math.max(0, percentage))
}

/** Converts a time to whole seconds since 1970, as e-readers expect it. */
export function toSeconds(time: Date) {
  return Math.floor(time.getTime() / 1000)
}
