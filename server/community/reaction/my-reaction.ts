import { sql } from 'kysely'
import type { MyReaction } from '#shared/api/community/reaction.ts'
import { listHeldComments } from '#server/community/comment/comment-queries.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Item } from '#shared/api/item.ts'
import { findShelfEntry } from '#server/community/shelf/shelf-queries.ts'

const maxLiked = 500

/** Returns the reactions of a user to a book or video (like, save, rating, shelf) and to its comments. */
export async function findMyReaction(db: Db, userId: string, item: Item): Promise<MyReaction> {
  const mine = sql`user_id = ${userId} and item_type = ${item.itemType} and item_id = ${item.itemId}`
  const [{ rows }, likedComments, heldComments, shelf] = await Promise.all([
    sql<{ liked: boolean; saved: boolean; score: number | null }>`select
      exists (select from item_like where ${mine}) as liked,
      exists (select from item_save where ${mine}) as saved,
      (select score from rating where ${mine}) as score`.execute(db),
    listLikedComments(db, userId, item),
    listHeldComments(db, userId, item),
    item.itemType === 'book' ? findShelfEntry(db, userId, item.itemId) : null,
  ])
  const { liked, saved, score } = rows[0] ?? { liked: false, saved: false, score: null }
  return { liked, saved, score, shelf, likedComments, heldComments }
}

async function listLikedComments(db: Db, userId: string, { itemType, itemId }: Item): Promise<string[]> {
  const rows = await db
    .selectFrom('itemLike')
    .innerJoin('comment', 'comment.id', 'itemLike.itemId')
    .select('itemLike.itemId')
    .where('itemLike.userId', '=', userId)
    .where('itemLike.itemType', '=', 'comment')
    .where('comment.itemType', '=', itemType)
    .where('comment.itemId', '=', itemId)
    .orderBy('itemLike.createTime', 'desc')
    .limit(maxLiked)
    .execute()
  return rows.map((row) => row.itemId)
}
