import { pictureStem } from '#shared/picture.ts'
import type { Db } from '#server/db/schema.ts'
import {
  deleteOldReplacedTexts,
  listKeysForUndo,
  listUsedAvatars,
  listUsedCovers,
  listUsedTexts,
} from './referenced-keys.ts'
import type { Storage } from './storage.ts'
import { emptyTrash, moveToTrash } from './trash.ts'

const day = 24 * 3600 * 1000
/** Days for which unreferenced covers and texts are retained, because a transaction may be about to refer to them. */
const orphanDays = 30
const batch = 500

interface SweepCounts {
  /**
   * The number of deleted raw uploads: files as browsers sent them, which nothing uses. They are not moved to the
   * trash.
   */
  uploads: number
  avatars: number
  covers: number
  texts: number
  /** The number of objects that were deleted permanently from the trash of the object store. */
  deleted: number
}

interface Sweep {
  now?: Date
  /** Called after each step of the cleanup with the completed fraction, from 0 to 1. */
  onStep?: (share: number) => Promise<void>
}

/**
 * Deletes unreferenced objects from the object store: raw uploads after a day, replaced avatars after a day, covers and
 * book texts after a month. All but the raw uploads are first moved to the trash. The caller must have checked with
 * `requireOriginalSite` that the store belongs to this site.
 */
export async function sweepStorage(
  db: Db,
  storage: Storage,
  { now = new Date(), onStep }: Sweep = {},
): Promise<SweepCounts> {
  const dayAgo = new Date(now.getTime() - day)
  const monthAgo = new Date(now.getTime() - orphanDays * day)
  const counts: SweepCounts = { uploads: 0, avatars: 0, covers: 0, texts: 0, deleted: 0 }
  const trash = async (keys: string[]) => {
    for (const key of keys) await moveToTrash(storage, key, now)
    return keys.length
  }
  await storage.sweep(dayAgo)
  for await (const keys of listOld(storage, 'upload/', dayAgo)) {
    await storage.delete(...keys)
    counts.uploads += keys.length
  }
  await onStep?.(0.2)
  for await (const keys of listOld(storage, 'avatar/', dayAgo)) {
    const used = new Set([...(await listUsedAvatars(db, keys))].map(pictureStem))
    counts.avatars += await trash(keys.filter((key) => !used.has(pictureStem(key))))
  }
  await onStep?.(0.4)
  const forUndo = await listKeysForUndo(db)
  for await (const keys of listOld(storage, 'cover/', monthAgo)) {
    const used = await listUsedCovers(db, [...new Set(keys.map(pictureStem))])
    counts.covers += await trash(keys.filter((key) => !used.has(pictureStem(key)) && !forUndo.has(pictureStem(key))))
  }
  await onStep?.(0.6)
  await deleteOldReplacedTexts(db, now)
  for (const prefix of ['original/', 'book/', 'text/'])
    for await (const keys of listOld(storage, prefix, monthAgo)) {
      const used = await listUsedTexts(db, keys)
      counts.texts += await trash(keys.filter((key) => !used.has(key) && !forUndo.has(hashOf(key))))
    }
  await onStep?.(0.8)
  counts.deleted = await emptyTrash(storage, now)
  return counts
}

async function* listOld(storage: Storage, prefix: string, before: Date) {
  let keys: string[] = []
  for await (const { key, writtenAt } of storage.list(prefix)) {
    if (writtenAt < before) keys.push(key)
    if (keys.length < batch) continue
    yield keys
    keys = []
  }
  if (keys.length > 0) yield keys
}

/** Returns the SHA-256 hash that the storage key of a book text contains, or the key itself if it contains none. */
function hashOf(key: string): string {
  return /[\da-f]{64}/.exec(key)?.[0] ?? key
}
