import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** Recounts the books of some tags. Must run in a transaction; locks the tags. */
export async function recountTags(db: Db, ids: string[]) {
  const tagIds = [...new Set(ids)]
  // A separate statement takes the lock, because the count must see a later snapshot.
  await sql`select from tag where id = any(${tagIds}) order by id for no key update`.execute(db)
  await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id) where id = any(${tagIds})`.execute(
    db,
  )
}
