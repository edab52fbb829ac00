import type { Context } from '#server/http/call/context.ts'
import { acceptPicture, deletePicture } from './accept-picture.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

interface Cover {
  userId: string
  /** The storage key of a newly uploaded cover, the key of the present cover if it stays, or null for no cover. */
  cover: string | null
  known: string | null
}

/**
 * Converts an uploaded cover to a picture and calls `write`, which saves the picture's storage key. Deletes the picture
 * if `write` fails.
 */
export async function withCover<T>(
  storage: Storage,
  { userId, cover, known }: Cover,
  write: (cover: string | null) => Promise<T>,
): Promise<T> {
  if (cover === null || cover === known) return write(cover)
  const key = await acceptPicture(storage, { userId, kind: 'cover', upload: cover })
  try {
    return await write(key)
  } catch (error) {
    await deletePicture(storage, key)
    throw error
  }
}

/** Deletes covers that recommendations no longer use, except covers that a book or an edition uses. */
export async function deleteCovers({ db, storage }: Pick<Context, 'db' | 'storage'>, keys: string[]) {
  if (keys.length === 0) return
  const used = await db
    .selectFrom('book')
    .select('cover')
    .where('cover', 'in', keys)
    .union(db.selectFrom('edition').select('cover').where('cover', 'in', keys))
    .execute()
  const inUse = new Set(used.map(({ cover }) => cover))
  for (const key of new Set(keys)) if (!inUse.has(key)) await deletePicture(storage, key)
}
