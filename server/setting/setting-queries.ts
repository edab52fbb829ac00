import type { Db } from '#server/db/schema.ts'

/** What this installation remembers of itself under a name, or undefined. */
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

/** What is remembered under a name; made the first time it is asked for, once for all processes. */
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
