import { sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Books or videos that are updated together. */
export interface ItemBatch {
  itemType: ItemType
  ids: string[]
}

/**
 * Locks books or videos until the transaction ends, in the order of their ids. Must be called before tags or places are
 * locked.
 */
export async function lockItems(db: Db, { itemType, ids }: ItemBatch) {
  if (ids.length === 0) return
  await sql`select from ${sql.table(itemType)} where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
}
