import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from './setting-queries.ts'

export async function writeSetting(db: Db, name: string, value: string) {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Deletes a setting. Returns whether it was set. */
export async function deleteSetting(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('setting').where('name', '=', name).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Returns the value of a setting, and creates the setting if it is missing. If several processes create it at the same
 * time, all return the same value.
 */
export async function saveSetting(db: Db, name: string, make: () => string): Promise<string> {
  const known = await readSetting(db, name)
  if (known !== undefined) return known
  await db
    .insertInto('setting')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readSetting(db, name)) as string
}
