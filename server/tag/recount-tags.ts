import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Updates the stored number of books of some tags. Must run in a transaction; locks the tags. */
export async function recountTags(db: Db, ids: string[]) {
  const tagIds = [...new Set(ids)]
  // The tags are locked by a separate statement, because a statement that waits for a lock still counts by its older
  // snapshot.
  await sql`select from tag where id = any(${tagIds}) order by id for no key update`.execute(db)
  await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id) where id = any(${tagIds})`.execute(
    db,
  )
}
