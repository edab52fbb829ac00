import { pictureStem } from '#shared/picture.ts'
import type { Db } from '#server/db/schema.ts'
import type { Storage } from './storage.ts'

const day = 24 * 3600 * 1000
const batch = 500

/** Deletes what nobody came back for within a day: raw uploads, and avatars of users who are shown by another picture. */
export async function sweepStorage(db: Db, storage: Storage, now = new Date()) {
  const before = new Date(now.getTime() - day)
  await storage.sweep(before)
  for await (const keys of listOld(storage, 'upload/', before)) await storage.delete(...keys)
  for await (const keys of listOld(storage, 'avatar/', before)) {
    const shown = await listShown(db, keys)
    await storage.delete(...keys.filter((key) => !shown.has(pictureStem(key))))
  }
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

async function listShown(db: Db, files: string[]): Promise<Set<string>> {
  const ids = [...new Set(files.map((file) => file.split('/')[1] ?? ''))]
  const users = await db.selectFrom('user').select('profile').where('id', 'in', ids).execute()
  return new Set(users.map(({ profile }) => pictureStem(profile)))
}
