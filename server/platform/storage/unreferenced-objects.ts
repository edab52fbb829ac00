import { pictureStem } from '#shared/picture.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listKeysForUndo, listUsedAvatars, listUsedCovers, listUsedTexts } from './referenced-keys.ts'
import type { Storage } from './storage.ts'

const day = 24 * 3600 * 1000
/** Days for which unreferenced covers and texts are retained, because a transaction may be about to refer to them. */
const orphanDays = 30
const batch = 500

/** The prefixes of the storage keys of each kind of objects that a cleanup looks at. */
const prefixes = {
  /** Raw uploads are files as browsers sent them. The site converts them and then does not need them any more. */
  uploads: ['upload/'],
  avatars: ['avatar/'],
  covers: ['cover/'],
  texts: ['original/', 'book/', 'text/'],
} as const

export type ObjectKind = keyof typeof prefixes

/**
 * Lists the storage keys of one kind that nothing refers to and that are old enough to be deleted: raw uploads and
 * replaced avatars after a day, covers and book texts after a month. Yields batches of at most 500 keys, which may be
 * empty. Writes nothing.
 */
export async function* listUnreferenced(
  db: Db,
  storage: Storage,
  { kind, now }: { kind: ObjectKind; now: Date },
): AsyncGenerator<string[]> {
  const days = kind === 'uploads' || kind === 'avatars' ? 1 : orphanDays
  const before = new Date(now.getTime() - days * day)
  const forUndo = kind === 'covers' || kind === 'texts' ? await listKeysForUndo(db) : new Set<string>()
  for (const prefix of prefixes[kind])
    for await (const keys of listOld(storage, prefix, before)) yield selectUnreferenced(db, { kind, keys, forUndo })
}

interface Candidates {
  kind: ObjectKind
  keys: string[]
  /** The covers and the hashes of texts that undoing an edit may need. */
  forUndo: Set<string>
}

async function selectUnreferenced(db: Db, { kind, keys, forUndo }: Candidates): Promise<string[]> {
  if (kind === 'uploads') return keys
  if (kind === 'avatars') {
    const used = new Set([...(await listUsedAvatars(db, keys))].map(pictureStem))
    return keys.filter((key) => !used.has(pictureStem(key)))
  }
  if (kind === 'covers') {
    const used = await listUsedCovers(db, [...new Set(keys.map(pictureStem))])
    return keys.filter((key) => !used.has(pictureStem(key)) && !forUndo.has(pictureStem(key)))
  }
  const used = await listUsedTexts(db, keys)
  return keys.filter((key) => !used.has(key) && !forUndo.has(hashOf(key)))
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
