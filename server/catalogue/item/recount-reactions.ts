import { sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { tablesOf } from './item-tables.ts'

const itemsAtOnce = 200

/**
 * Recounts the likes, saves, ratings and comments of a batch of books or videos and corrects wrong counters, in a
 * transaction of its own. The batch begins after an id. Returns the number of examined and of corrected rows, and the
 * id after which the next batch begins; null after the last batch.
 */
export async function recountReactions(db: Db, itemType: ItemType, after: string | null) {
  const items = await db
    .selectFrom(tablesOf(itemType).item)
    .select('id')
    .$if(after !== null, (qb) => qb.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(itemsAtOnce)
    .execute()
  const ids = items.map(({ id }) => id)
  const corrected = await correctReactions(db, itemType, ids)
  return { counted: ids.length, corrected, next: ids.length === itemsAtOnce ? (ids.at(-1) ?? null) : null }
}

/**
 * Recounts the likes, saves, ratings and comments of some books or videos and corrects wrong counters, in transactions
 * of 200 items. Returns the number of corrected rows: items and their comments.
 */
export async function correctReactions(db: Db, itemType: ItemType, itemIds: string[]): Promise<number> {
  let corrected = 0
  for (let start = 0; start < itemIds.length; start += itemsAtOnce) {
    const ids = itemIds.slice(start, start + itemsAtOnce)
    corrected += await inTransaction(db, (db) => correctBatch(db, itemType, ids))
  }
  return corrected
}

async function correctBatch(db: Db, itemType: ItemType, ids: string[]): Promise<number> {
  await sql`select from ${sql.table(itemType)} where id = any(${ids}) order by id for no key update`.execute(db)
  const changed = [...(await recountComments(db, itemType, ids)), ...(await recountItems(db, itemType, ids))]
  const topics = [...new Set(changed)].flatMap((itemId) => [
    topic.reactions({ itemType, itemId }),
    topic.card({ itemType, itemId }),
  ])
  const lists = [topic.order(itemType, 'hot'), topic.order(itemType, 'score'), topic.scored(itemType)]
  if (topics.length > 0) await invalidate(db, ...topics, ...lists)
  return changed.length
}

/**
 * Corrects the stored numbers of likes and replies of the comments on some books or videos. For every corrected
 * comment, the returned list contains the id of its book or video once.
 */
async function recountComments(db: Db, itemType: ItemType, itemIds: string[]): Promise<string[]> {
  // A like of a comment does not lock the book or video, so the comments are locked here. The lock is a separate
  // statement, because the count must see the likes that were committed while it waited.
  await sql`select from comment where item_type = ${itemType} and item_id = any(${itemIds}) order by id for no key update`.execute(
    db,
  )
  const { rows } = await sql<{ itemId: string }>`
    update comment set likes = counted.likes, count_replies = counted.replies
    from (
      select id,
        (select count(*) from item_like where item_like.item_type = 'comment' and item_like.item_id = comment.id) as likes,
        (select count(*) from comment reply where reply.parent_id = comment.id and reply.state = 'published') as replies
      from comment where item_type = ${itemType} and item_id = any(${itemIds})
    ) counted
    where comment.id = counted.id and (comment.likes, comment.count_replies) <> (counted.likes, counted.replies)
    returning item_id`.execute(db)
  return rows.map(({ itemId }) => itemId)
}

/**
 * Recounts the likes, saves, ratings and comments of some books or videos, which the transaction must have locked.
 * Returns the ids of the corrected ones.
 */
export async function recountItems(db: Db, itemType: ItemType, itemIds: string[]): Promise<string[]> {
  const ofItem = sql`item_type = ${itemType} and item_id = item.id`
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(itemType)} stored set likes = counted.likes, count_save = counted.saves,
      count_comments = counted.comments, count_rated = counted.rated, sum_rated = counted.sum
    from (
      select item.id,
        (select count(*) from item_like where ${ofItem}) as likes,
        (select count(*) from item_save where ${ofItem}) as saves,
        (select count(*) from comment where ${ofItem} and state = 'published') as comments,
        (select count(*) from rating where ${ofItem}) as rated,
        (select coalesce(sum(score), 0) from rating where ${ofItem}) as sum
      from ${sql.table(itemType)} item where item.id = any(${itemIds})
    ) counted
    where stored.id = counted.id and (stored.likes, stored.count_save, stored.count_comments, stored.count_rated, stored.sum_rated)
      <> (counted.likes, counted.saves, counted.comments, counted.rated, counted.sum)
    returning stored.id`.execute(db)
  return rows.map(({ id }) => id)
}
