import { sql } from 'kysely'
import * as z from 'zod/mini'
import { text } from '#shared/api/text.ts'
import type { Db } from '#server/db/schema.ts'

/** Books on one reader's e-readers; beyond them the one that was not opened for longest is forgotten. */
export const maxDocuments = 2000

/** As devices write it: digests of bytes or of names. */
export const SyncedDocument = z.string().check(z.regex(/^\w{1,200}$/))
/** What a device says; it may say more, which is no concern of ours. */
export const SyncedProgress = z.object({
  document: SyncedDocument,
  progress: z.union([text(1, 1000), z.pipe(z.number(), z.transform(String))]),
  // Some write numbers as text.
  percentage: z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?(e-?\d+)?$/i))]),
    z.pipe(z.transform(Number), z.number().check(z.minimum(-0.01), z.maximum(1.01))),
  ),
  device: text(1, 100),
  device_id: z._default(text(0, 100), ''),
})
export type SyncedProgress = z.infer<typeof SyncedProgress>

export async function findSynced(db: Db, userId: string, document: string) {
  const row = await db
    .selectFrom('kosyncProgress')
    .select(['document', 'progress', 'percentage', 'device', 'deviceId', 'updatedAt'])
    .where('userId', '=', userId)
    .where('document', '=', document)
    .executeTakeFirst()
  if (row === undefined) return {}
  const { deviceId, updatedAt, ...said } = row
  return { ...said, device_id: deviceId, timestamp: toSeconds(updatedAt) }
}

/** Keeps what came last. Returns when it came. */
export async function saveSynced(db: Db, userId: string, synced: SyncedProgress): Promise<Date> {
  const { document, device_id: deviceId, progress, device } = synced
  const said = { progress, device, deviceId, percentage: toFraction(synced), updatedAt: sql<Date>`clock_timestamp()` }
  const { updatedAt } = await db
    .insertInto('kosyncProgress')
    .values({ userId, document, ...said })
    .onConflict((conflict) => conflict.columns(['userId', 'document']).doUpdateSet(said))
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

/** Devices count to a little beyond either end. */
export function toFraction({ percentage }: Pick<SyncedProgress, 'percentage'>): number {
  return Math.min(1, Math.max(0, percentage))
}

/** Devices count from 1970. */
export function toSeconds(time: Date) {
  return Math.floor(time.getTime() / 1000)
}
