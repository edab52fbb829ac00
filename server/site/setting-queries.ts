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
