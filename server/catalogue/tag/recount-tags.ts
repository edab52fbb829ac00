import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

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

/** Adds to the stored numbers of books of some tags, given by their ids. Must run in a transaction; locks the tags. */
export async function addToTagCounts(db: Db, by: Map<string, number>) {
  const changes = [...by].filter(([, change]) => change !== 0)
  const ids = changes.map(([id]) => id)
  // Locks the tags in the order of their ids, so that transactions which count the same tags cannot deadlock.
  await sql`select from tag where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
  await sql`update tag set count = count + by
    from unnest(${ids}::uuid[], ${changes.map(([, change]) => change)}::integer[]) as change(tag_id, by)
    where id = tag_id`.execute(db)
}
