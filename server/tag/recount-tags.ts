import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Counts anew how many books carry some tags. */
export async function recountTags(db: Db, ids: string[]) {
  const some = [...new Set(ids)]
  // In a statement of its own the lock is there before anything is counted.
  await sql`select from tag where id = any(${some}) order by id for no key update`.execute(db)
  await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id) where id = any(${some})`.execute(
    db,
  )
}
