import type { Storage } from './storage.ts'

/** Objects lie here, under the day they came, before they are deleted: `trash/20261122/<the key they had>`. */
const prefix = 'trash/'
export const trashDays = 30
const dayLength = 24 * 3600 * 1000

/** Moves an object into the trash; an operator can move it back under its old key by hand. */
export async function moveToTrash(storage: Storage, key: string, now: Date) {
  await storage.move(key, `${prefix}${dayOf(now)}/${key}`)
}

/** Deletes for good what has lain in the trash for 30 days. Returns how many objects went. */
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
