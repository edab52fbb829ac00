import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { ItemType } from '#shared/api/place/mark.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { type Item, topic } from '#server/cache/topics.ts'

/** An item that this transaction alone may count at, as it was found. */
export interface LockedItem extends Item {
  popularity: number
  score: number
}
export type Counter = 'likes' | 'countSave' | 'countComments' | 'countRated' | 'sumRated'
export type Counters = Record<Counter, number>

const nouns: Record<ItemType, string> = { book: '这本书', video: '这个视频' }

/** Where items of a type are kept. Both tables have what is counted under the same names, and stand for each other in types. */
export function tableOf(itemType: ItemType): 'book' {
  return itemType as 'book'
}

/**
 * The first thing a write about an item does: all writes about one item, its comments included, take turns, and none waits
 * for another while it holds what that one needs.
 */
export async function lockItem(db: Db, { itemType, itemId }: Item): Promise<LockedItem> {
  const found = await db
    .selectFrom(tableOf(itemType))
    .select(['popularity', 'score'])
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found ? { itemType, itemId, ...found } : missingItem(itemType)
}

export async function requireItem(db: Db, { itemType, itemId }: Item) {
  const found = await db.selectFrom(tableOf(itemType)).select('id').where('id', '=', itemId).executeTakeFirst()
  if (found === undefined) missingItem(itemType)
}

function missingItem(itemType: ItemType): never {
  return fail('missing', `没有找到${nouns[itemType]}，它可能已被合并或移走`)
}

const counted = ['likes', 'countSave', 'countComments', 'countRated', 'sumRated', 'popularity', 'score'] as const

export async function countsOf(db: Db, { itemType, itemId }: LockedItem): Promise<Counters> {
  return db.selectFrom(tableOf(itemType)).select(counted).where('id', '=', itemId).executeTakeFirstOrThrow()
}

/** Adds to an item's counters and says which pages that changes. */
export async function moveCounters(db: Db, item: LockedItem, by: Partial<Counters>): Promise<Counters> {
  const { itemType, itemId } = item
  const after = await db
    .updateTable(tableOf(itemType))
    .set(Object.fromEntries(Object.entries(by).map(([name, more]) => [name, sql`${sql.ref(name)} + ${more}`])))
    .where('id', '=', itemId)
    .returning(counted)
    .executeTakeFirstOrThrow()
  const topics = [topic.reactions(item)]
  // Cards show how many commented and rated, not how many like or save.
  if (by.countComments || by.countRated || by.sumRated) topics.push(topic.card(item))
  if (await isPassed(db, item, 'popularity', after.popularity)) topics.push(topic.order(itemType, 'hot'))
  if (await isPassed(db, item, 'score', after.score)) topics.push(topic.order(itemType, 'score'))
  await invalidate(db, ...topics)
  return after
}

/** Whether an item goes past another in the order of a column: if not, no list changes its order. */
async function isPassed(db: Db, item: LockedItem, column: 'popularity' | 'score', now: number): Promise<boolean> {
  const { itemType, itemId } = item
  const [low, high] = [item[column], now].toSorted((a, b) => a - b)
  if (low === high) return false
  const { rows } = await sql<{ isPassed: boolean }>`select exists (
    select from ${sql.table(itemType)}
    where (${sql.ref(column)}, id) > (${low}, ${itemId}) and (${sql.ref(column)}, id) < (${high}, ${itemId})
  ) as is_passed`.execute(db)
  return rows[0]?.isPassed ?? false
}
