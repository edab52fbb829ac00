import type { Db } from '#server/db/schema.ts'
import { readSetting, writeSetting } from '#server/site/setting-queries.ts'
import { indexBooks } from './index-books.ts'

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
  let count = 0
  let after: string | null = null
  do {
    const lot: { indexed: number; next: string | null } = await rebuildFrom(db, after)
    count += lot.indexed
    after = lot.next
  } while (after !== null)
  await removeLost(db)
  await markIndexFresh(db)
  return count
}

/** The books after one, as many as go in a lot; `next` is null when there are no more. */
async function rebuildFrom(db: Db, after: string | null): Promise<{ indexed: number; next: string | null }> {
  const rows = await db
    .selectFrom('book')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(batch)
    .execute()
  const ids = rows.map(({ id }) => id)
  await db.transaction().execute((db) => indexBooks(db, ids))
  return { indexed: ids.length, next: ids.length === batch ? (ids.at(-1) ?? null) : null }
}

/** Books that went without a word. */
async function removeLost(db: Db) {
  const rows = await db
    .selectFrom('searchBook')
    .leftJoin('book', 'book.id', 'searchBook.bookId')
    .select('searchBook.bookId')
    .where('book.id', 'is', null)
    .execute()
  await indexBooks(
    db,
    rows.map(({ bookId }) => bookId),
  )
}
