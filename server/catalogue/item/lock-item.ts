import type { Item } from '#shared/api/item.ts'
import { sql } from 'kysely'
import { invalidate, softInvalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type Topic, topic } from '#server/platform/cache/topics.ts'
import { missingItem, tablesOf } from './item-tables.ts'

/**
 * A book or video whose row the current transaction has locked, so that only this transaction may change the counters.
 * The values are those at the time of the lock.
 */
export interface LockedItem extends Item {
  popularity: number
  score: number
}
type Counter = 'likes' | 'countSave' | 'countComments' | 'countRated' | 'sumRated'
type Counters = Record<Counter, number>

/**
 * Locks a book or video until the transaction ends. A transaction that changes its likes, saves, ratings or comments,
 * or puts it on a shelf, must call this before it locks anything else about the book or video: such writes then run one
 * after another and cannot deadlock. A like of a comment and a report lock only the comment. Throws `missing` for an
 * unknown id.
 */
export async function lockItem(db: Db, { itemType, itemId }: Item): Promise<LockedItem> {
  const found = await db
    .selectFrom(tablesOf(itemType).item)
    .select(['popularity', 'score'])
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found ? { itemType, itemId, ...found } : missingItem(itemType)
}

/** Returns the number of comments on a book or video. Throws `missing` for an unknown id. */
export async function requireItem(db: Db, { itemType, itemId }: Item): Promise<{ countComments: number }> {
  const { item } = tablesOf(itemType)
  const found = await db.selectFrom(item).select('countComments').where('id', '=', itemId).executeTakeFirst()
  return found ?? missingItem(itemType)
}

const counted = ['likes', 'countSave', 'countComments', 'countRated', 'sumRated', 'popularity', 'score'] as const

export async function countsOf(db: Db, { itemType, itemId }: LockedItem): Promise<Counters> {
  return db.selectFrom(tablesOf(itemType).item).select(counted).where('id', '=', itemId).executeTakeFirstOrThrow()
}

/**
 * Adds to the counters of a locked book or video, invalidates the pages that show these counters, and returns the new
 * values.
 */
export async function moveCounters(db: Db, item: LockedItem, by: Partial<Counters>): Promise<Counters> {
  const { itemType, itemId } = item
  const after = await db
    .updateTable(tablesOf(itemType).item)
    .set(Object.fromEntries(Object.entries(by).map(([name, amount]) => [name, sql`${sql.ref(name)} + ${amount}`])))
    .where('id', '=', itemId)
    .returning(counted)
    .executeTakeFirstOrThrow()
  const numbers: Topic[] = []
  // A new number of likes or saves does not invalidate lists of books, because their cards show only the numbers of
  // comments and ratings.
  if (by.countComments || by.countRated || by.sumRated) numbers.push(topic.card(item))
  if (await isOrderChanged(db, item, 'popularity', after.popularity)) numbers.push(topic.order(itemType, 'hot'))
  if (await isOrderChanged(db, item, 'score', after.score)) numbers.push(topic.order(itemType, 'score'))
  if (item.score > 0 !== after.score > 0) numbers.push(topic.scored(itemType))
  await softInvalidate(db, topic.reactions(item), ...numbers)
  // `softInvalidate` lets the site serve the stale pages while the database is unreachable. A deleted comment must not
  // be shown even then, so here the pages are invalidated completely.
  if ((by.countComments ?? 0) < 0) await invalidate(db, topic.reactions(item))
  return after
}

/**
 * Tells whether a new popularity or score moves a book or video past another one in the list that is sorted by it.
 * Otherwise the cached list stays valid.
 */
async function isOrderChanged(db: Db, item: LockedItem, column: 'popularity' | 'score', now: number): Promise<boolean> {
  const { itemType, itemId } = item
  const [low, high] = [item[column], now].toSorted((a, b) => a - b)
  if (low === high) return false
  const { rows } = await sql<{ isOrderChanged: boolean }>`select exists (
    select from ${sql.table(itemType)}
    where (${sql.ref(column)}, id) > (${low}, ${itemId}) and (${sql.ref(column)}, id) < (${high}, ${itemId})
  ) as is_order_changed`.execute(db)
  return rows[0]?.isOrderChanged ?? false
}
