import type { Db } from '#server/db/schema.ts'
import type { Storage } from './storage.ts'

const day = 24 * 3600 * 1000

/** Deletes what nobody came back for within a day: raw uploads, and avatars of users who are shown by another picture. */
export async function sweepStorage(db: Db, storage: Storage, now = new Date()) {
  const before = new Date(now.getTime() - day)
  await storage.sweep(before)
  for await (const { key, writtenAt } of storage.list('upload/')) if (writtenAt < before) await storage.delete(key)
  for await (const { key, writtenAt } of storage.list('avatar/'))
    if (writtenAt < before && !(await isShown(db, key))) await storage.delete(key)
}

async function isShown(db: Db, file: string): Promise<boolean> {
  const profile = file.replace(/-\d+\.webp$/, '')
  const id = profile.split('/')[1] ?? ''
  const user = await db.selectFrom('user').select('profile').where('id', '=', id).executeTakeFirst()
  return user?.profile === profile
}
