import { type RawBuilder, sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { type ItemBatch, lockItems } from './lock-items.ts'
import { type Merge, movePairs, type PairedRows, returnPairs } from './move-pairs.ts'
import type { MovedReferences } from './move-references.ts'
import type { NamedNoun } from './named-noun.ts'

/** Books and videos whose tags or places a change has replaced. */
export interface Moved {
  bookIds: string[]
  videoIds: string[]
}

export interface MergedNoun extends NamedNoun {
  /**
   * The further columns that, together with the ids of the book or video and of the tag or place, identify a row of
   * `book_tag`, `video_tag`, `book_place` or `video_place`.
   */
  alsoSame: string[]
  references: MovedReferences[]
  /**
   * Updates other tables that refer to the loser of a merge (the tag or place that will be deleted), so that they refer
   * to the winner. It may run twice in a merge and then moves only what is left.
   */
  moveFurther?(db: Db, merge: Merge): Promise<void>
  restoreFurther?(db: Db, merge: Merge): Promise<void>
  /**
   * Updates counts and the search index and invalidates cached pages after two tags or places were merged. It runs last
   * in the transaction.
   */
  refresh(db: Db, moved: Moved, merge: Merge, names: string[]): Promise<void>
  /**
   * Adds to the stored numbers of books of some tags; `by` maps the id of each tag to the number to add. For places
   * this function is missing, because their books are counted together with their marks on the map.
   */
  addToCounts?(db: Db, by: Map<string, number>): Promise<void>
}

function pairedRows({ noun, alsoSame }: MergedNoun, itemType: ItemType): PairedRows {
  return { table: `${itemType}_${noun}`, column: `${noun}_id`, same: [`${itemType}_id`, ...alsoSame] }
}

/**
 * Replaces the loser of a merge of two tags (or two places) by the winner in some books or videos, and rewrites the
 * marks of these books or videos on the map. Must run in a transaction, before the loser is deleted; locks the books or
 * videos.
 */
export async function moveItems(db: Db, merged: MergedNoun, merge: Merge, batch: ItemBatch) {
  await lockItems(db, batch)
  const before = await countLinks(db, merged, merge, batch)
  await movePairs(db, merge, pairedRows(merged, batch.itemType), batch.ids)
  await recount(db, merged, merge, batch, before)
  await pinItems(db, batch.itemType, batch.ids)
}

/**
 * Undoes `moveItems` for the books or videos of a batch; `rowIds` are the ids of the rows of `merge_row` that belong to
 * them. Links to tags or places that were changed since the merge stay unchanged. Must run in a transaction, while both
 * tags or places exist; locks the books or videos.
 */
export async function returnItems(db: Db, merged: MergedNoun, merge: Merge, batch: ItemBatch & { rowIds: number[] }) {
  await lockItems(db, batch)
  const before = await countLinks(db, merged, merge, batch)
  await returnPairs(db, merge, pairedRows(merged, batch.itemType), batch.rowIds)
  await recount(db, merged, merge, batch, before)
  await pinItems(db, batch.itemType, batch.ids)
}

/**
 * Returns how many of the books have the loser of a merge and how many have the winner, by the id of the tag. Videos
 * are not counted.
 */
async function countLinks(db: Db, merged: MergedNoun, { loserId, winnerId }: Merge, { itemType, ids }: ItemBatch) {
  if (merged.addToCounts === undefined || itemType !== 'book') return new Map<string, number>()
  const of = sql.ref(`${merged.noun}_id`) as RawBuilder<string>
  const { rows } = await sql<{ id: string; count: number }>`
    select ${of} as id, count(*) as count from ${sql.table(`book_${merged.noun}`)}
    where book_id = any(${ids}::uuid[]) and ${of} in (${loserId}, ${winnerId}) group by ${of}`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

async function recount(db: Db, merged: MergedNoun, merge: Merge, batch: ItemBatch, before: Map<string, number>) {
  const after = await countLinks(db, merged, merge, batch)
  const by = [merge.loserId, merge.winnerId].map((id): [string, number] => [
    id,
    (after.get(id) ?? 0) - (before.get(id) ?? 0),
  ])
  if (by.some(([, change]) => change !== 0)) await merged.addToCounts?.(db, new Map(by))
}
