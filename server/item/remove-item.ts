import type { Item } from '#server/cache/topics.ts'
import type { Db } from '#server/db/schema.ts'
import { tablesOf } from './item-tables.ts'
import { type ItemChange, unlinkTagsAndPlaces } from './write-item.ts'

/**
 * Locks an item until the transaction ends, as the first step of its removal. Concurrent comments and reactions wait
 * for the lock, and then find that the item no longer exists. Does nothing when the item does not exist.
 */
export async function lockForRemoval(db: Db, { itemType, itemId }: Item) {
  await db.selectFrom(tablesOf(itemType).item).select('id').where('id', '=', itemId).forUpdate().execute()
}

/**
 * Deletes an item and its links to tags and places. Must run in a transaction that has called `lockForRemoval`, and at
 * whose end the caller calls `refreshItems` with the result. The caller deletes or refuses all other references.
 */
export async function removeItem(db: Db, item: Item): Promise<ItemChange> {
  const change = await unlinkTagsAndPlaces(db, item)
  await db.deleteFrom(tablesOf(item.itemType).item).where('id', '=', item.itemId).execute()
  return change
}
