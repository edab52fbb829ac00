import type { Db } from '#server/db/schema.ts'

/** Returns the value of a setting of this installation, or undefined. */
export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value
}

export async function writeSetting(db: Db, name: string, value: string) {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Returns the value of a setting, and creates it when it is missing. Of several processes that create it at the same
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
