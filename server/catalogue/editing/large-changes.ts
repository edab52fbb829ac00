import { sql } from 'kysely'
import type { LargeChange } from '#shared/api/editing.ts'
import { fail } from '#shared/api/failure.ts'
import type { ItemType } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { largeChangeJob } from './large-change-job.ts'
import { lockItems } from './lock-items.ts'
import type { NamedNoun } from './named-noun.ts'

/** Limits in numbers of books or videos. Tests set lower numbers. */
export const largeChangeLimits = {
  /**
   * The largest number for which a change of a tag or place updates all its books and videos in its own transaction. If
   * there are more, a background job updates them after the commit.
   */
  atOnce: 2000,
  /**
   * The number of books or videos that one transaction of the job updates. Editors of these books have to wait until it
   * ends, and other requests share the processor with it. With 100 instead of 500 the slowest comments meanwhile took
   * half as long, and the job twice as long.
   */
  batch: 100,
}

interface NewChange {
  /** The id of the audit entry of the change. */
  id: string
  noun: NamedNoun['noun']
  kind: 'update' | 'merge' | 'unmerge'
  targetId: string
  loserId?: string
  mergeId?: string
  names: string[]
}

/**
 * Records a change of a tag or place with many books, and enqueues the job that updates these books. Must run in the
 * transaction of the change.
 */
export async function startLargeChange(db: Db, change: NewChange) {
  const { id, noun, kind, targetId, loserId, mergeId } = change
  const jobId = await enqueue(db, largeChangeJob, { id }, { key: id })
  const total =
    kind === 'unmerge'
      ? sql<number>`(select count(*)::integer from merge_row
          where merge_id = ${mergeId} and table_name in (${`book_${noun}`}, ${`video_${noun}`}))`
      : countOf(noun, loserId ?? targetId)
  await db
    .insertInto('largeChange')
    .values({ ...change, total, jobId })
    .execute()
}

function countOf(noun: NamedNoun['noun'], id: string) {
  const of = sql.ref(`${noun}_id`)
  const [books, videos] = [sql.table(`book_${noun}`), sql.table(`video_${noun}`)]
  return sql<number>`(
    (select count(distinct book_id) from ${books} where ${of} = ${id})
    + (select count(distinct video_id) from ${videos} where ${of} = ${id}))::integer`
}

/**
 * Returns the ids of the books or videos that have a tag or place, or null if there are more than
 * `largeChangeLimits.atOnce`.
 */
export async function listItemsUpToLimit(db: Db, noun: NamedNoun['noun'], id: string) {
  const listItems = async (itemType: ItemType) => {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(`${itemType}_id`)} as id from ${sql.table(`${itemType}_${noun}`)}
      where ${sql.ref(`${noun}_id`)} = ${id} limit ${largeChangeLimits.atOnce + 1}`.execute(db)
    return rows.map((row) => row.id)
  }
  const items = { bookIds: await listItems('book'), videoIds: await listItems('video') }
  return items.bookIds.length + items.videoIds.length > largeChangeLimits.atOnce ? null : items
}

/**
 * Locks the books and videos of a tag or place until the transaction ends, unless there are more than
 * `largeChangeLimits.atOnce`. Must be called before the tag or place is locked; list the books and videos again
 * afterwards, because others may have been added before the tag or place was locked.
 */
export async function lockItemsUpToLimit(db: Db, noun: NamedNoun['noun'], id: string) {
  const listed = await listItemsUpToLimit(db, noun, id)
  if (listed === null) return
  await lockItems(db, { itemType: 'book', ids: listed.bookIds })
  await lockItems(db, { itemType: 'video', ids: listed.videoIds })
}

/**
 * Throws `conflict` while a large change of one of the tags or places is unfinished, because a second change would
 * interfere with it. Must run in a transaction that has locked the tags or places.
 */
export async function requireNoLargeChange(db: Db, { noun, word }: NamedNoun, ids: string[]) {
  const [running] = await listUnfinished(db, noun, ids)
  if (running !== undefined)
    fail('conflict', `这${word}的一次大改动还在进行（${running.percent} %），等它完成再改或撤销`)
}

/** Returns the unfinished large changes of tags or places by the id of the tag or place; with `ids`, only of these. */
export async function mapLargeChanges(
  db: Db,
  noun: NamedNoun['noun'],
  ids?: string[],
): Promise<Map<string, LargeChange>> {
  const changes = new Map<string, LargeChange>()
  for (const { targetId, loserId, kind, names, percent, isFailed } of await listUnfinished(db, noun, ids)) {
    const change = { kind, other: kind === 'update' ? null : (names[0] ?? null), percent, isFailed }
    changes.set(targetId, change)
    if (loserId !== null) changes.set(loserId, change)
  }
  return changes
}

interface Unfinished extends Omit<LargeChange, 'other'> {
  targetId: string
  loserId: string | null
  names: string[]
}

async function listUnfinished(db: Db, noun: NamedNoun['noun'], ids?: string[]): Promise<Unfinished[]> {
  const isOfIds =
    ids === undefined ? sql`true` : sql`(target_id = any(${ids}::uuid[]) or loser_id = any(${ids}::uuid[]))`
  const { rows } = await sql<Unfinished>`
    select target_id, loser_id, kind, names, least(99, 100 * done / greatest(total, 1)) as percent,
      coalesce(job.state = 'failed', true) as is_failed
    from large_change left join job on job.id = job_id
    where noun = ${noun} and ended_at is null and ${isOfIds} order by large_change.id`.execute(db)
  return rows
}

/**
 * Enqueues a new job for each unfinished large change whose job has failed or was deleted. Returns the number of these
 * changes.
 */
export async function resumeLargeChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select large_change.id from large_change left join job on job.id = job_id
    where ended_at is null and coalesce(job.state in ('failed', 'done'), true)`.execute(db)
  for (const { id } of rows)
    await db.transaction().execute(async (db) => {
      const jobId = await enqueue(db, largeChangeJob, { id }, { key: id })
      await db.updateTable('largeChange').set({ jobId }).where('id', '=', id).execute()
    })
  return rows.length
}
