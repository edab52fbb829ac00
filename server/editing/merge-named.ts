import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { pinItems } from '#server/map/cells/pin-marks.ts'
import { removeAlias } from '#server/search/index/alias-queries.ts'
import { lockItemsOf } from './lock-items.ts'
import { type Merge, movePairs, type PairedRows, returnPairs } from './move-pairs.ts'
import { failMissing, redirectOldName, type NamedNoun } from './named-noun.ts'
import { recordEdit } from './record-edit.ts'
import { type MovedReferences, moveReferences, restoreRow, restoreReferences } from './move-references.ts'
import { removeRedirects } from './redirects.ts'

/** Books and videos that had the tag or place that was merged into another one (the loser). */
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
   * to the winner.
   */
  moveFurther?(db: Db, merge: Merge): Promise<void>
  restoreFurther?(db: Db, merge: Merge): Promise<void>
  /**
   * Updates counts and the search index and invalidates cached pages after two tags or places were merged. It runs last
   * in the transaction.
   */
  refresh(db: Db, moved: Moved, merge: Merge, names: string[]): Promise<void>
}

/**
 * Merges a tag (or place), the loser, into another one, the winner: all books and videos of the loser get the winner,
 * the loser is deleted, and its name is redirected to the winner. Must run in a transaction; locks the books, the
 * videos and both tags or places. Returns the ids of the winner and of the audit entry.
 */
export async function mergeNamed(
  db: Db,
  editorId: string,
  merged: MergedNoun,
  { loserId, winnerId }: { loserId: string; winnerId: string },
) {
  const { noun, word } = merged
  if (loserId === winnerId) fail('invalid', `这是同一${word}，请另选`)
  await lockItemsOf(db, noun, [loserId, winnerId])
  const names = await lockNames(db, noun, [loserId, winnerId])
  const [loser, winner] = [names.get(loserId), names.get(winnerId)]
  if (loser === undefined || winner === undefined) return failMissing(merged)
  const id = await recordEdit(db, { editorId }, `${noun}.merge`, winnerId, { loserId, loser, winner })
  await sql`insert into merge (id, noun, loser_id, winner_id, loser_row)
    select ${id}, ${noun}, ${loserId}, ${winnerId}, to_jsonb(named) from ${sql.table(noun)} named where id = ${loserId}`.execute(
    db,
  )
  const merge = { id, loserId, winnerId }
  for (const rows of pairedRows(merged)) await movePairs(db, merge, rows)
  for (const rows of merged.references) await moveReferences(db, merge, rows)
  await merged.moveFurther?.(db, merge)
  const moved = await pinMoved(db, noun, merge)
  await sql`delete from ${sql.table(noun)} where id = ${loserId}`.execute(db)
  await redirectOldName(db, merged, winnerId, loser, winner)
  await merged.refresh(db, moved, merge, [loser, winner])
  return { id: winnerId, auditId: id }
}

/**
 * Undoes a merge of two tags or places. Database rows that were changed since the merge stay unchanged. Must run in a
 * transaction. Fails as `conflict` when the winner no longer exists or another tag or place now has the loser's name.
 */
export async function unmergeNamed(db: Db, editorId: string, merged: MergedNoun, merge: Merge) {
  const { noun, word } = merged
  const { id, loserId, winnerId } = merge
  await lockItemsOf(db, noun, [winnerId])
  const winner = (await lockNames(db, noun, [winnerId])).get(winnerId)
  if (winner === undefined) fail('conflict', `留下的那${word}后来也被合并或移走了，先撤销那一次`)
  try {
    await restoreRow(db, noun, sql`(select loser_row from merge where id = ${id})`)
  } catch (error) {
    if (!isViolationOf(error, `${noun}_name_key`)) throw error
    fail('conflict', `现在已经有一${word}叫这个名字，先给它改名`)
  }
  for (const rows of pairedRows(merged)) await returnPairs(db, merge, rows)
  for (const rows of merged.references) await restoreReferences(db, merge, rows)
  await merged.restoreFurther?.(db, merge)
  const loser = (await lockNames(db, noun, [loserId])).get(loserId) ?? ''
  await removeRedirects(db, noun, [loser])
  await removeAlias(db, loser)
  await sql`update merge set undone_at = now() where id = ${id}`.execute(db)
  const auditId = await recordEdit(db, { editorId, undoes: id }, `${noun}.part`, loserId, { loserId })
  await merged.refresh(db, await pinMoved(db, noun, merge), merge, [loser, winner])
  return { id: loserId, auditId }
}

function pairedRows({ noun, alsoSame }: MergedNoun): PairedRows[] {
  return ['book', 'video'].map((item) => ({
    table: `${item}_${noun}`,
    column: `${noun}_id`,
    same: [`${item}_id`, ...alsoSame],
  }))
}

/**
 * Returns the books and videos that a merge moved from one tag or place to another, and rewrites their marks on the
 * map. It must run while both tags or places exist.
 */
async function pinMoved(db: Db, noun: NamedNoun['noun'], { id }: Merge): Promise<Moved> {
  const listMoved = async (item: 'book' | 'video') => {
    const { rows } = await sql<{ itemId: string }>`
      select distinct loser_row ->> ${`${item}_id`}::text as item_id from merge_row
      where merge_id = ${id} and table_name = ${`${item}_${noun}`}`.execute(db)
    return rows.map(({ itemId }) => itemId)
  }
  const moved = { bookIds: await listMoved('book'), videoIds: await listMoved('video') }
  await pinItems(db, 'book', moved.bookIds)
  await pinItems(db, 'video', moved.videoIds)
  return moved
}

async function lockNames(db: Db, noun: NamedNoun['noun'], ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(noun)} where id = any(${ids}::uuid[]) order by id for update`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
