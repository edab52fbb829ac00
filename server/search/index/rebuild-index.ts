import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { readSetting } from '#server/setting/setting-queries.ts'
import { indexBooks } from './index-books.ts'
import { indexTours } from './index-names.ts'
import { reindexVideos } from './index-videos.ts'
import { rebalanceTiers } from './rebalance-tiers.ts'

/** A higher number whenever the tokens change: sites then write their index anew. */
export const searchScheme = 1
const batch = 200

/**
 * Whether the index was written with older tokens than this version reads. An older version that starts again during a
 * rolling update finds a newer index, and leaves it.
 */
export async function isIndexStale(db: Db): Promise<boolean> {
  return Number((await readSetting(db, 'searchScheme')) ?? 0) < searchScheme
}

/** The number only rises, also where an older version writes the index anew. */
export async function markIndexFresh(db: Db) {
  await sql`insert into setting (name, value) values ('searchScheme', ${String(searchScheme)})
    on conflict (name) do update set value = excluded.value where setting.value::integer < excluded.value::integer`.execute(
    db,
  )
}

/**
 * Writes the index anew while it is searched, some books at a time, each lot in a transaction of its own. `onLot` hears
 * how many books are done. Returns how many books there were.
 */
export async function rebuildIndex(db: Db, onLot?: (count: number) => Promise<void>): Promise<number> {
  let lot = await rebuildFrom(db, null)
  let count = lot.indexed
  while (lot.next !== null) {
    await onLot?.(count)
    lot = await rebuildFrom(db, lot.next)
    count += lot.indexed
  }
  return count
}

/** Where a rebuild has come to; `next` is null when there is no more to do. */
export interface RebuildBatch {
  indexed: number
  next: string | null
}

/** The books after one, as many as go in a lot; after the last, what only the whole shows. */
export async function rebuildFrom(db: Db, after: string | null): Promise<RebuildBatch> {
  const rows = await db
    .selectFrom('book')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(batch)
    .execute()
  const ids = rows.map(({ id }) => id)
  await db.transaction().execute((db) => indexBooks(db, ids))
  if (ids.length === batch) return { indexed: ids.length, next: ids.at(-1) ?? null }
  await removeLost(db)
  await db.transaction().execute(indexTours)
  await reindexVideos(db)
  await db.transaction().execute(rebalanceTiers)
  await markIndexFresh(db)
  return { indexed: ids.length, next: null }
}

/** Books that went without a word. */
async function removeLost(db: Db) {
  const rows = await db
    .selectFrom('searchBook')
    .leftJoin('book', 'book.id', 'searchBook.bookId')
    .select('searchBook.bookId')
    .where('book.id', 'is', null)
    .execute()
  const ids = rows.map(({ bookId }) => bookId)
  await db.transaction().execute((db) => indexBooks(db, ids))
}
