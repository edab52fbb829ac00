import type { Db } from '#server/platform/db/schema.ts'
import { deleteOldReplacedTexts } from './referenced-keys.ts'
import type { Storage } from './storage.ts'
import { emptyTrash, moveToTrash } from './trash.ts'
import { listUnreferenced, type ObjectKind } from './unreferenced-objects.ts'

const day = 24 * 3600 * 1000

/**
 * How many objects of each kind a cleanup removed. Raw uploads are deleted at once; all other objects are moved to the
 * trash.
 */
interface SweepCounts extends Record<ObjectKind, number> {
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
  const counts: SweepCounts = { uploads: 0, avatars: 0, covers: 0, texts: 0, deleted: 0 }
  await storage.sweep(new Date(now.getTime() - day))
  // The files of replaced texts that can no longer be put back are unreferenced once their rows are deleted.
  await deleteOldReplacedTexts(db, now)
  for (const kind of ['uploads', 'avatars', 'covers', 'texts'] as const) {
    for await (const keys of listUnreferenced(db, storage, { kind, now })) {
      if (kind === 'uploads') await storage.delete(...keys)
      else for (const key of keys) await moveToTrash(storage, key, now)
      counts[kind] += keys.length
    }
    await onStep?.((Object.keys(counts).indexOf(kind) + 1) / 5)
  }
  counts.deleted = await emptyTrash(storage, now)
  return counts
}
