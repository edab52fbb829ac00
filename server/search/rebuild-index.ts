import type { Db } from '#server/db/schema.ts'
import { readSetting, writeSetting } from '#server/site/setting-queries.ts'
import { indexBooks } from './index-books.ts'
import { indexTours } from './index-names.ts'
import { reindexVideos } from './index-videos.ts'
import { orderTiers } from './order-tiers.ts'

/** Another number whenever the tokens change: sites then write their index anew. */
const scheme = '1'
const batch = 200

/** Whether the index was written with other tokens than this version reads. */
export async function isIndexStale(db: Db): Promise<boolean> {
  return (await readSetting(db, 'searchScheme')) !== scheme
}

export async function markIndexFresh(db: Db) {
  await writeSetting(db, 'searchScheme', scheme)
}

/** Writes the index anew while it is searched, some books at a time, each lot in a transaction of its own. Returns how many books. */
export async function rebuildIndex(db: Db): Promise<number> {
  let lot = await rebuildFrom(db, null)
  let count = lot.indexed
  while (lot.next !== null) {
    lot = await rebuildFrom(db, lot.next)
    count += lot.indexed
  }
  return count
}

/** Where a rebuild has come to; `next` is null when there is no more to do. */
export interface RebuiltLot {
  indexed: number
  next: string | null
}

/** The books after one, as many as go in a lot; after the last, what only the whole shows. */
export async function rebuildFrom(db: Db, after: string | null): Promise<RebuiltLot> {
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
  await db.transaction().execute(orderTiers)
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
