import type { Ratings } from '#shared/api/community/reaction.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Item } from '#shared/api/item.ts'
import { lockItem, moveCounters } from '#server/catalogue/item/lock-item.ts'
import { findRatings } from './rating-queries.ts'

/**
 * Sets or replaces the rating that a user gives a book or video; null withdraws it. Runs in a transaction of its own.
 */
export async function setRating(
  db: Db,
  { userId, itemType, itemId, score }: Item & { userId: string; score: number | null },
): Promise<Ratings> {
  const row = { userId, itemType, itemId }
  return inTransaction(db, async (db) => {
    const item = await lockItem(db, row)
    const mine = db.selectFrom('rating').select('score').where('userId', '=', userId)
    const last = await mine.where('itemType', '=', itemType).where('itemId', '=', itemId).executeTakeFirst()
    if (score === null)
      await db
        .deleteFrom('rating')
        .where('userId', '=', userId)
        .where('itemType', '=', itemType)
        .where('itemId', '=', itemId)
        .execute()
    else
      await db
        .insertInto('rating')
        .values({ ...row, score })
        .onConflict((conflict) =>
          conflict.columns(['userId', 'itemType', 'itemId']).doUpdateSet({ score, updateTime: new Date() }),
        )
        .execute()
    const countRated = Number(score !== null) - Number(last !== undefined)
    const sumRated = (score ?? 0) - (last?.score ?? 0)
    if (countRated !== 0 || sumRated !== 0) await moveCounters(db, item, { countRated, sumRated })
    return findRatings(db, row)
  })
}
