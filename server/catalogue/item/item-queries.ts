import { sql } from 'kysely'
import type { Item, ItemHead, ItemType } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'

/**
 * Returns the title, authors with their people, and cover of each of the given books and videos, by id. Those that no
 * longer exist are left out.
 */
export async function findItemHeads(db: Db, items: Item[]): Promise<Map<string, ItemHead>> {
  const idsOf = (itemType: ItemType) => [
    ...new Set(items.filter((item) => item.itemType === itemType).map(({ itemId }) => itemId)),
  ]
  const { rows } = await sql<ItemHead>`
    select 'book' as item_type, id as item_id, title, authors, ${authorIds}, cover from book where id = any(${idsOf('book')}::uuid[])
    union all
    select 'video', id, title, '{}', '{}', cover from video where id = any(${idsOf('video')}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.itemId, row]))
}
