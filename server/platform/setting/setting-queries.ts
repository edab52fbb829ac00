import type { Db } from '#server/platform/db/schema.ts'

/** Returns the value of a setting that this installation stores in its database, or undefined if it is not set. */
export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value
}
