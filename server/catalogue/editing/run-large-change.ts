import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemType } from '#shared/api/item.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { itemTopic, topic } from '#server/platform/cache/topics.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { JobRun } from '#server/platform/jobs/job-run.ts'
import { pinItems } from '#server/catalogue/mark-cells/pin-marks.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { indexVideos } from '#server/search/index/index-videos.ts'
import { largeChangeLimits } from './large-changes.ts'
import { type ItemBatch, lockItems } from './lock-items.ts'
import { type MergedNoun, moveItems, returnItems } from './move-items.ts'
import type { Merge } from './move-pairs.ts'
import { moveReferences } from './move-references.ts'

interface LargeChangeParts {
  db: Db
  nouns: Record<'tag' | 'place', MergedNoun>
  /** The pause after each batch, as a multiple of the time that the batch took. */
  rest?: number
}

type Change = NonNullable<Awaited<ReturnType<typeof lockChange>>>
interface Batch extends ItemBatch {
  /** The ids of the rows of `merge_row` that an unmerge restores. */
  rowIds: number[]
  cursor: string | null
}

/**
 * Updates the books and videos of a large change, batch by batch. Each batch has a transaction for the books and one
 * for the search index. The progress is stored with the batch, so that the job continues where an earlier attempt
 * ended, on any node. The job rests between the batches, so that it leaves half of the time to requests.
 */
export async function runLargeChange({ db, nouns, rest = 1 }: LargeChangeParts, id: string, run: JobRun) {
  for (;;) {
    const began = performance.now()
    const share = await inTransaction(db, (db) => updateBatch(db, nouns, id))
    if (share === null) return
    await inTransaction(db, (db) => indexBatch(db, id))
    await run.report(share)
    await sleep((performance.now() - began) * rest, undefined, { signal: run.signal })
  }
}

/**
 * Updates the next batch of a change and returns the fraction of the change that is finished; null if the change is
 * finished.
 */
async function updateBatch(db: Db, nouns: LargeChangeParts['nouns'], id: string): Promise<number | null> {
  const change = await lockChange(db, id)
  if (change === undefined) return null
  const { done, total, itemType, unindexed } = change
  const share = Math.min(1, done / Math.max(1, total))
  // An earlier attempt of the job ended before it had updated the search index of its last batch; this is done before
  // the next batch is moved.
  if (unindexed.length > 0) return share
  const noun = nouns[change.noun]
  const batch = await listNext(db, change)
  if (batch.ids.length > 0) {
    await apply(db, noun, change, batch)
    const pages = batch.ids.map((itemId) => itemTopic({ itemType, itemId }))
    await invalidate(db, topic.books, topic.videos, topic.tags, ...pages)
    const { cursor, ids } = batch
    const count = Math.max(ids.length, batch.rowIds.length)
    await save(db, id, { cursor, unindexed: ids, done: sql`done + ${count}` })
    return share
  }
  if (itemType === 'book') return (await save(db, id, { itemType: 'video', cursor: null }), share)
  // While the job ran, an editor may have added the loser of the merge (the tag or place that will be deleted) to
  // further books. They are moved in another pass over all books.
  if (change.kind === 'merge' && !(await finishMerge(db, noun, mergeOf(change), change.names)))
    return (await save(db, id, { itemType: 'book', cursor: null }), share)
  if (change.kind === 'unmerge') await noun.refresh(db, { bookIds: [], videoIds: [] }, mergeOf(change), change.names)
  await save(db, id, { endedAt: new Date() })
  return null
}

async function apply(db: Db, noun: MergedNoun, change: Change, batch: Batch) {
  if (change.kind === 'merge') return moveItems(db, noun, mergeOf(change), batch)
  if (change.kind === 'unmerge') return returnItems(db, noun, mergeOf(change), batch)
  // After a tag was renamed, only the search index of its books needs an update.
  if (change.noun === 'tag') return
  await lockItems(db, batch)
  await pinItems(db, batch.itemType, batch.ids)
}

/** Updates the search index of the last batch, in a transaction of its own, because other writers of the index wait. */
async function indexBatch(db: Db, id: string) {
  const change = await lockChange(db, id)
  if (change === undefined || change.unindexed.length === 0) return
  if (change.itemType === 'book') await indexBooks(db, change.unindexed)
  else await indexVideos(db, change.unindexed)
  await save(db, id, { unindexed: [] })
}

/** Locks an unfinished change, so that two attempts never update the same batch; undefined if it is finished. */
function lockChange(db: Db, id: string) {
  return db
    .selectFrom('largeChange')
    .selectAll()
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function save(db: Db, id: string, values: Record<string, unknown>) {
  await db.updateTable('largeChange').set(values).where('id', '=', id).execute()
}

function mergeOf({ mergeId, loserId, targetId }: Change) {
  return { id: mergeId ?? '', loserId: loserId ?? '', winnerId: targetId }
}

async function listNext(db: Db, change: Change): Promise<Batch> {
  const { kind, noun, itemType, cursor } = change
  if (kind === 'unmerge') return listRowsOfMerge(db, change)
  const itemId = sql.ref(`${itemType}_id`)
  const { rows } = await sql<{ id: string }>`
    select distinct ${itemId} as id from ${sql.table(`${itemType}_${noun}`)}
    where ${sql.ref(`${noun}_id`)} = ${change.loserId ?? change.targetId}
      and ${cursor === null ? sql`true` : sql`${itemId} > ${cursor}::uuid`}
    order by id limit ${largeChangeLimits.batch}`.execute(db)
  const ids = rows.map((row) => row.id)
  return { itemType, ids, rowIds: [], cursor: ids.at(-1) ?? null }
}

async function listRowsOfMerge(db: Db, change: Change): Promise<Batch> {
  const { mergeId, noun, cursor } = change
  const itemType: ItemType = change.itemType
  const { rows } = await sql<{ rowId: number; id: string }>`
    select id as row_id, loser_row ->> ${`${itemType}_id`}::text as id from merge_row
    where merge_id = ${mergeId} and table_name = ${`${itemType}_${noun}`} and id > ${cursor ?? '0'}::bigint
    order by merge_row.id limit ${largeChangeLimits.batch}`.execute(db)
  const rowIds = rows.map((row) => row.rowId)
  return { itemType, ids: [...new Set(rows.map((row) => row.id))], rowIds, cursor: String(rowIds.at(-1) ?? '') || null }
}

/**
 * Deletes the loser of a merge whose books and videos a job has moved, and updates the counts and the search index.
 * Returns false and changes nothing if a book or video still has the loser. Must run in a transaction; locks the loser.
 */
async function finishMerge(db: Db, merged: MergedNoun, merge: Merge, names: string[]): Promise<boolean> {
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
