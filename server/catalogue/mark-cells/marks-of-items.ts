import { type RawBuilder, sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { periodOf } from './mark-periods.ts'

/**
 * An SQL condition on the table `book_place` or `video_place`: the book or video writes about the place. Places where
 * its author comes from or wrote it belong to the life of the author, so that they get no mark.
 */
export const isOfStory = sql<boolean>`kind in ('setting', 'subject')`

/**
 * Returns a query for the marks that books or videos should have according to their places, with the columns of the
 * table `mark`; of all books or videos if no ids are given.
 */
export function marksOf(itemType: ItemType, ids?: string[]): RawBuilder<unknown> {
  const itemId = sql.ref(`${itemType}Id`)
  // Only books have the years that they are about; videos have none.
  const period = (year: 'eraFrom' | 'eraTo') =>
    itemType === 'book' ? periodOf(sql.ref(`item.${year}`)) : sql`null::smallint`
  return sql`
    select item.id as item_id, place.id as place_id, ${itemType}::text as item_type, pinned.kind, place.x, place.y, place.morton_code,
      item.popularity, ${period('eraFrom')} as first_period, ${period('eraTo')} as last_period,
      array(select tag_id from ${sql.table(`${itemType}Tag`)} where ${itemId} = item.id order by tag_id) as tag_ids
    from (
      -- If an item has both relations to a place, the first one in the alphabet is also the closer one.
      select ${itemId} as item_id, place_id, min(kind) as kind from ${sql.table(`${itemType}Place`)}
      where ${isOfStory} and ${ids === undefined ? sql`true` : sql`${itemId} = any(${ids})`}
      group by ${itemId}, place_id
    ) pinned
    join ${sql.table(itemType)} item on item.id = pinned.item_id
    join place on place.id = pinned.place_id`
}

/**
 * Returns the ids of books or videos whose marks differ from their places, tags, years and popularity, and of items
 * that do not exist any more but have marks. Reads all marks and writes nothing.
 */
export async function listWronglyMarked(db: Db, itemType: ItemType): Promise<string[]> {
  const columns = sql`item_id, place_id, kind, x, y, morton_code, popularity, first_period, last_period, tag_ids`
  const stored = sql`select ${columns} from mark where item_type = ${itemType}`
  const fresh = sql`select ${columns} from (${marksOf(itemType)}) fresh`
  const { rows } = await sql<{ id: string }>`
    select distinct item_id as id from (
      (${stored} except ${fresh}) union all (${fresh} except ${stored})
    ) differing`.execute(db)
  return rows.map(({ id }) => id)
}
