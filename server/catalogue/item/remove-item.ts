import type { Item } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { tablesOf } from './item-tables.ts'
import { type ItemChange, unlinkTagsAndPlaces } from './write-item.ts'

/**
 * Locks a book or video until the transaction ends, as the first step of its removal. Concurrent comments and reactions
 * wait for the lock, and then find that the book or video no longer exists. Does nothing when it does not exist.
 */
export async function lockForRemoval(db: Db, { itemType, itemId }: Item) {
  await db.selectFrom(tablesOf(itemType).item).select('id').where('id', '=', itemId).forUpdate().execute()
}

/**
 * Deletes a book or video and its links to tags and places. Must run in a transaction that has called `lockForRemoval`;
 * at its end the caller passes the result to `refreshItems`. Before, the caller must delete or refuse all other
 * references.
 */
export async function removeItem(db: Db, item: Item): Promise<ItemChange> {
  const change = await unlinkTagsAndPlaces(db, item)
  await db.deleteFrom(tablesOf(item.itemType).item).where('id', '=', item.itemId).execute()
  return change
}
