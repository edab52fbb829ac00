import { v5 as idFrom } from 'uuid'
import type { Db } from '#server/db/schema.ts'
import { keepProgress } from '#server/reading/reading-queries.ts'
import { shorten } from '#server/opds/opds-words.ts'
import { type SyncedProgress, toFraction } from './kosync-progress.ts'

/** Where the file is one of ours, the reader has come as far here too; the place itself a device tells in words only it knows. */
export async function joinReading(db: Db, userId: string, synced: SyncedProgress, cameAt: Date) {
  const found = await db
    .selectFrom('textDigest')
    .select(['bookId', 'fileId'])
    .where('digest', '=', synced.document.toLowerCase())
    .executeTakeFirst()
  if (found === undefined) return
  await keepProgress(db, userId, {
    ...found,
    locator: '',
    fraction: toFraction(synced),
    updatedAt: cameAt.toISOString(),
    deviceId: idFrom(synced.device_id || synced.device, userId),
    device: `KOReader（${shorten(synced.device, 28)}）`,
  })
}
