import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import { indexBooks } from './index-books.ts'
import { reindexLifePlaces, removeDeletedPlaces } from './index-life-places.ts'
import { indexTours } from './index-names.ts'
import { reindexVideos } from './index-videos.ts'
import { rebalanceTiers } from './rebalance-tiers.ts'

/**
 * The version of the format of the tokens in the search index. Increase it when the tokens change: every site then
 * rebuilds its index.
 */
export const searchScheme = 6
const batchSize = 200

/**
 * Returns true if the search index was written with an older token format than this version of the server reads. An
 * older server that restarts during a rolling update finds a newer index and leaves it unchanged.
 */
export async function isIndexStale(db: Db): Promise<boolean> {
  return Number((await readSetting(db, 'searchScheme')) ?? 0) < searchScheme
}

/**
 * Records in the database that the search index has the current token format. The stored format number only increases,
 * even if an older server rebuilds the index.
 */
export async function markIndexFresh(db: Db) {
  await sql`insert into setting (name, value) values ('searchScheme', ${String(searchScheme)})
    on conflict (name) do update set value = excluded.value where setting.value::integer < excluded.value::integer`.execute(
    db,
  )
}

/**
 * Rebuilds the search index while searches continue. Each batch of books has its own transaction. `onBatch` receives
 * the number of books indexed so far. Returns the total number of books.
 */
export async function rebuildIndex(db: Db, onBatch?: (count: number) => Promise<void>): Promise<number> {
  let batch = await rebuildFrom(db, null)
  let count = batch.indexed
  while (batch.next !== null) {
    await onBatch?.(count)
    batch = await rebuildFrom(db, batch.next)
    count += batch.indexed
  }
  return count
}

/**
 * The result of one batch of a rebuild of the search index. `next` is the id after which the next batch begins; null
 * after the last batch.
 */
interface RebuildBatch {
  indexed: number
  next: string | null
}

/**
 * Rebuilds one batch of book entries in the search index, beginning after the given book id. The last batch also
 * updates tours, videos and places in the lives of people, removes deleted books and places and rebalances the tiers of
 * the index. Each step has its own transaction.
 */
export async function rebuildFrom(db: Db, after: string | null): Promise<RebuildBatch> {
  const rows = await db
    .selectFrom('book')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const ids = rows.map(({ id }) => id)
  await db.transaction().execute((db) => indexBooks(db, ids))
  if (ids.length === batchSize) return { indexed: ids.length, next: ids.at(-1) ?? null }
  await removeDeletedBooks(db)
  await db.transaction().execute(indexTours)
  await reindexLifePlaces(db)
  await db.transaction().execute(removeDeletedPlaces)
  await reindexVideos(db)
  await db.transaction().execute(rebalanceTiers)
  await markIndexFresh(db)
  return { indexed: ids.length, next: null }
}

/** Removes the index entries of books that were deleted without an index update. */
async function removeDeletedBooks(db: Db) {
  const rows = await db
    .selectFrom('searchBook')
    .leftJoin('book', 'book.id', 'searchBook.bookId')
    .select('searchBook.bookId')
    .where('book.id', 'is', null)
    .execute()
  const ids = rows.map(({ bookId }) => bookId)
  await db.transaction().execute((db) => indexBooks(db, ids))
}
