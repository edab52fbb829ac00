import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { MergedNoun } from './move-items.ts'
import type { Merge } from './move-pairs.ts'
import { moveReferences } from './move-references.ts'

/**
 * Deletes the loser of a merge whose books and videos a job has moved, and updates the counts and the search index.
 * Returns false and changes nothing if a book or video still has the loser. Must run in a transaction; locks the loser.
 */
export async function finishMerge(db: Db, merged: MergedNoun, merge: Merge, names: string[]): Promise<boolean> {
  const { noun } = merged
  const of = sql.ref(`${noun}_id`)
  // Locking the loser waits for transactions that are adding a reference to it. Later transactions of this kind wait
  // until the loser is deleted.
  await sql`select from ${sql.table(noun)} where id = ${merge.loserId} for update`.execute(db)
  const { rows } = await sql`
    select from ${sql.table(`book_${noun}`)} where ${of} = ${merge.loserId}
    union all select from ${sql.table(`video_${noun}`)} where ${of} = ${merge.loserId} limit 1`.execute(db)
  if (rows.length > 0) return false
  for (const references of merged.references) await moveReferences(db, merge, references)
  await merged.moveFurther?.(db, merge)
  await sql`delete from ${sql.table(noun)} where id = ${merge.loserId}`.execute(db)
  await merged.refresh(db, { bookIds: [], videoIds: [] }, merge, names)
  return true
}
