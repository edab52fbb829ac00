import { sql } from 'kysely'
import type { Ratings } from '#shared/api/community/reaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Item } from '#shared/api/item.ts'
import { missingItem, tablesOf } from '#server/catalogue/item/item-tables.ts'

/** Returns how many ratings a book or video has for each score. */
export async function findRatings(db: Db, { itemType, itemId }: Item): Promise<Ratings> {
  const found = await db
    .selectFrom(tablesOf(itemType).item)
    .select(['countRated', 'score'])
    .select(
      sql<number[]>`array(select count(rating.score)::int from generate_series(1, 10) as step(score)
        left join rating on item_type = ${itemType} and item_id = ${itemId} and rating.score = step.score
        group by step.score order by step.score)`.as('counts'),
    )
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (found === undefined) missingItem(itemType)
  return { ...found, score: found.score || null }
}
