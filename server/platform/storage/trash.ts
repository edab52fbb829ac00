import type { Storage } from './storage.ts'

/**
 * Deleted objects are first moved to keys that consist of this prefix, the day of the move and the former key:
 * `trash/20261122/<former key>`.
 */
const prefix = 'trash/'
const trashDays = 30
const dayLength = 24 * 3600 * 1000

/** Moves an object to the trash. An operator can move it back to its former key by hand. */
export async function moveToTrash(storage: Storage, key: string, now: Date) {
  await storage.move(key, `${prefix}${dayOf(now)}/${key}`)
}

/**
 * Returns the keys of the objects in the trash, by their former keys. If the trash has several objects with the same
 * former key, the key of the last deleted one is returned.
 */
export async function listTrashed(storage: Storage): Promise<Map<string, string>> {
  const keys = await Array.fromAsync(storage.list(prefix), ({ key }) => key)
  return new Map(keys.sort().map((key) => [key.replace(/^trash\/\d{8}\//, ''), key]))
}

/** Permanently deletes objects that have been in the trash for 30 days. Returns how many were deleted. */
export async function emptyTrash(storage: Storage, now: Date): Promise<number> {
  const last = dayOf(new Date(now.getTime() - trashDays * dayLength))
  let deleted = 0
  for await (const { key } of storage.list(prefix)) {
    const day = /^trash\/(\d{8})\//.exec(key)?.[1]
    if (day === undefined || day >= last) continue
    await storage.delete(key)
    deleted += 1
  }
  return deleted
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10).replaceAll('-', '')
}
