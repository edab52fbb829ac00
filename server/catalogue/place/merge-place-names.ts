import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { type Merge, movePairs, type PairedRows, returnPairs } from '#server/catalogue/editing/move-pairs.ts'
import { addRedirect, removeRedirects } from '#server/catalogue/editing/redirects.ts'

const names: PairedRows = { table: 'place_name', column: 'place_id', same: ['name'] }
/** The table name under which `merge_row` notes that the loser's own name became a further name of the winner. */
const addedName = 'place_name added'

/**
 * Gives the winner of a merge of two places the further names of the loser, and the loser's own name as 别名. The id of
 * the loser redirects to the winner, because the URL of its page contains the id. Must run in the transaction of the
 * merge, while both places exist.
 */
export async function mergePlaceNames(db: Db, merge: Merge) {
  const { id, loserId, winnerId } = merge
  await movePairs(db, merge, names)
  await sql`
    with added as (
      insert into place_name (place_id, name, kind, position)
      select ${winnerId}, name, 'other', (select coalesce(max(position), 0) + 1 from place_name where place_id = ${winnerId})
      from place where id = ${loserId}
      on conflict do nothing returning *
    )
    insert into merge_row (merge_id, table_name, loser_row) select ${id}, ${addedName}, to_jsonb(added) from added`.execute(
    db,
  )
  // Marks the winner as edited, because the catalogue would otherwise replace the winner's names by its own.
  await db.updateTable('place').set({ editedAt: new Date() }).where('id', '=', winnerId).execute()
  await addRedirect(db, 'place', [loserId], winnerId)
}

/** Undoes `mergePlaceNames`. Must run in the transaction that undoes the merge. */
export async function unmergePlaceNames(db: Db, merge: Merge) {
  await sql`
    delete from place_name using merge_row
    where merge_id = ${merge.id} and table_name = ${addedName} and to_jsonb(place_name) = loser_row`.execute(db)
  await returnPairs(db, merge, names)
  await removeRedirects(db, 'place', [merge.loserId])
}
