import { sql } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import { itemTopic, topic } from '#server/platform/cache/topics.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Deletes every like, save and rating of a user and corrects the counts of the books, videos and comments they belong
 * to. Locks the books and videos and must run in a transaction.
 */
export async function withdrawReactions(db: Db, userId: string) {
  for (const itemType of ['book', 'video'] as const) {
    const ids = await lockItems(db, userId, itemType)
    await withdraw(db, userId, itemType)
    const items = ids.map((itemId) => ({ itemType, itemId }))
    await invalidate(db, ...items.flatMap((item) => [itemTopic(item), topic.reactions(item), topic.card(item)]))
    if (ids.length > 0)
      await invalidate(
        db,
        itemType === 'book' ? topic.books : topic.videos,
        topic.order(itemType, 'hot'),
        topic.order(itemType, 'score'),
      )
  }
  await sql`with deleted as (delete from item_like where user_id = ${userId} and item_type = 'comment' returning item_id)
    update comment set likes = likes - 1 where id in (select item_id from deleted)`.execute(db)
}

/**
 * Locks the rows of all books or all videos to which a user has reacted, and returns their ids. The rows are locked in
 * the order of their ids, so that two transactions cannot deadlock.
 */
async function lockItems(db: Db, userId: string, itemType: ItemType): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(itemType)} where id in (
      select item_id from item_like where user_id = ${userId} and item_type = ${itemType}
      union select item_id from item_save where user_id = ${userId} and item_type = ${itemType}
      union select item_id from rating where user_id = ${userId} and item_type = ${itemType}
      union select comment.item_id from item_like join comment on comment.id = item_like.item_id
        where item_like.user_id = ${userId} and item_like.item_type = 'comment' and comment.item_type = ${itemType}
    ) order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

async function withdraw(db: Db, userId: string, itemType: ItemType) {
  const items = sql.table(itemType)
  await sql`with deleted as (delete from item_like where user_id = ${userId} and item_type = ${itemType} returning item_id)
    update ${items} set likes = likes - 1 where id in (select item_id from deleted)`.execute(db)
  await sql`with deleted as (delete from item_save where user_id = ${userId} and item_type = ${itemType} returning item_id)
    update ${items} set count_save = count_save - 1 where id in (select item_id from deleted)`.execute(db)
  await sql`with deleted as (delete from rating where user_id = ${userId} and item_type = ${itemType} returning item_id, score)
    update ${items} set count_rated = count_rated - 1, sum_rated = sum_rated - deleted.score
    from deleted where id = deleted.item_id`.execute(db)
}
