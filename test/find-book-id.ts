import type { Db } from '#server/platform/db/schema.ts'

/** Returns the id of the book with this title. Throws an error if there is none. */
export async function findBookId(db: Db, title: string): Promise<string> {
  return (await db.selectFrom('book').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id
}
