import type { Rated } from '#shared/api/account/auth.ts'
import type { Ratings } from '#shared/api/community/reaction.ts'
import type { Db } from '#server/db/schema.ts'
import type { Item } from '#server/cache/topics.ts'
import { tablesOf } from '#server/item/item-tables.ts'
import { requireItem } from '#server/item/lock-item.ts'

const maxRated = 500

/** Returns how many ratings a book or video has for each score. */
export async function findRatings(db: Db, { itemType, itemId }: Item): Promise<Ratings> {
  await requireItem(db, { itemType, itemId })
  const { countRated, score } = await db
    .selectFrom(tablesOf(itemType).item)
    .select(['countRated', 'score'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('rating')
    .select(['score', (eb) => eb.fn.countAll<number>().as('count')])
    .where('itemType', '=', itemType)
    .where('itemId', '=', itemId)
    .groupBy('score')
    .execute()
  const counts = Array.from({ length: 10 }, (_, at) => rows.find((row) => row.score === at + 1)?.count ?? 0)
  return { countRated, score: score || null, counts }
}

/** Returns the latest ratings of a user. */
export async function listRated(db: Db, userId: string): Promise<Rated[]> {
  return db
    .selectFrom('rating')
    .select(['itemType', 'itemId', 'score'])
    .where('userId', '=', userId)
    .orderBy('updateTime', 'desc')
    .limit(maxRated)
    .execute()
}
