import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'
import { removeAlias } from '#server/search/index/search-aliases.ts'
import {
  listItemsUpToLimit,
  lockItemsUpToLimit,
  largeChangeLimits,
  requireNoLargeChange,
  startLargeChange,
} from './large-changes.ts'
import { lockItems } from './lock-items.ts'
import { type MergedNoun, type Moved, moveItems, returnItems } from './move-items.ts'
import type { Merge } from './move-pairs.ts'
import { failMissing, redirectOldName, type NamedNoun } from './named-noun.ts'
import { recordEdit } from './record-edit.ts'
import { moveReferences, restoreRow, restoreReferences } from './move-references.ts'
import { removeRedirects } from './redirects.ts'

const nothing: Moved = { bookIds: [], videoIds: [] }

/**
 * Merges a tag (or place), the loser, into another one, the winner: all books and videos of the loser get the winner,
 * the loser is deleted, and its name is redirected to the winner. With many books and videos, a background job moves
 * them and deletes the loser, which `merged_into` hides until then. Must run in a transaction; locks the books, the
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
  await lockItemsUpToLimit(db, noun, loserId)
  const names = await lockNames(db, noun, [loserId, winnerId])
  const [loser, winner] = [names.get(loserId), names.get(winnerId)]
  if (loser === undefined || winner === undefined) return failMissing(merged)
  await requireNoLargeChange(db, merged, [loserId, winnerId])
  const moved = await listItemsUpToLimit(db, noun, loserId)
  const id = await recordEdit(db, { editorId }, `${noun}.merge`, winnerId, { loserId, loser, winner })
  await sql`insert into merge (id, noun, loser_id, winner_id, loser_row)
    select ${id}, ${noun}, ${loserId}, ${winnerId}, to_jsonb(named) from ${sql.table(noun)} named where id = ${loserId}`.execute(
    db,
  )
  const merge = { id, loserId, winnerId }
  if (moved !== null) {
    await moveItems(db, merged, merge, { itemType: 'book', ids: moved.bookIds })
    await moveItems(db, merged, merge, { itemType: 'video', ids: moved.videoIds })
  }
  for (const rows of merged.references) await moveReferences(db, merge, rows)
  await merged.moveFurther?.(db, merge)
  if (moved !== null) await sql`delete from ${sql.table(noun)} where id = ${loserId}`.execute(db)
  else {
    await sql`update ${sql.table(noun)} set merged_into = ${winnerId} where id = ${loserId}`.execute(db)
    const change = { id, noun, kind: 'merge' as const, targetId: winnerId, loserId, mergeId: id }
    await startLargeChange(db, { ...change, names: [loser, winner] })
  }
  await redirectOldName(db, merged, winnerId, loser, winner)
  await merged.refresh(db, moved ?? nothing, merge, [loser, winner])
  return { id: winnerId, auditId: id }
}

/**
 * Undoes a merge of two tags or places. Database rows that were changed since the merge stay unchanged. With many books
 * and videos, a background job moves them back. Must run in a transaction. Fails as `conflict` when the winner no
 * longer exists, another tag or place now has the loser's name, or the merge is not finished.
 */
export async function unmergeNamed(db: Db, editorId: string, merged: MergedNoun, merge: Merge) {
  const { noun, word } = merged
  const { id, loserId, winnerId } = merge
  const batches = await listMoved(db, noun, id)
  for (const batch of batches ?? []) await lockItems(db, batch)
  const winner = (await lockNames(db, noun, [winnerId])).get(winnerId)
  if (winner === undefined) fail('conflict', `留下的那${word}后来也被合并或移除了，先撤销那一次`)
  await requireNoLargeChange(db, merged, [loserId, winnerId])
  try {
    await restoreRow(db, noun, sql`(select loser_row from merge where id = ${id})`)
  } catch (error) {
    if (!isViolationOf(error, `${noun}_name_key`)) throw error
    fail('conflict', `现在已经有一${word}叫这个名字，先给它改名`)
  }
  for (const batch of batches ?? []) await returnItems(db, merged, merge, batch)
  for (const rows of merged.references) await restoreReferences(db, merge, rows)
  await merged.restoreFurther?.(db, merge)
  const loser = (await lockNames(db, noun, [loserId])).get(loserId) ?? ''
  await removeRedirects(db, noun, [loser])
  await removeAlias(db, loser)
  await sql`update merge set undone_at = now() where id = ${id}`.execute(db)
  const auditId = await recordEdit(db, { editorId, undoes: id }, `${noun}.part`, loserId, { loserId })
  if (batches === null) {
    const change = { id: auditId, noun, kind: 'unmerge' as const, targetId: winnerId, loserId, mergeId: id }
    await startLargeChange(db, { ...change, names: [loser, winner] })
  }
  const idsOf = (type: 'book' | 'video') => batches?.find(({ itemType }) => itemType === type)?.ids ?? []
  await merged.refresh(db, { bookIds: idsOf('book'), videoIds: idsOf('video') }, merge, [loser, winner])
  return { id: loserId, auditId }
}

/**
 * Returns the books and the videos that a merge moved, with their rows of `merge_row`; null if there are too many to
 * move back in one transaction.
 */
async function listMoved(db: Db, noun: NamedNoun['noun'], mergeId: string) {
  const tables = { book: `book_${noun}`, video: `video_${noun}` }
  const { rows } = await sql<{ rowId: number; id: string; isBook: boolean }>`
    select id as row_id, coalesce(loser_row ->> 'book_id', loser_row ->> 'video_id') as id,
      table_name = ${tables.book} as is_book
    from merge_row where merge_id = ${mergeId} and table_name in (${tables.book}, ${tables.video})
    limit ${largeChangeLimits.atOnce + 1}`.execute(db)
  if (rows.length > largeChangeLimits.atOnce) return null
  return (['book', 'video'] as const).map((itemType) => {
    const own = rows.filter(({ isBook }) => isBook === (itemType === 'book'))
    return { itemType, ids: [...new Set(own.map(({ id }) => id))], rowIds: own.map(({ rowId }) => rowId) }
  })
}

async function lockNames(db: Db, noun: NamedNoun['noun'], ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(noun)} where id = any(${ids}::uuid[]) order by id for update`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
