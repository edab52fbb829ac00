import { sql } from 'kysely'
import type { ItemType } from '#shared/api/place/mark.ts'
import { invalidate } from '#server/cache/changes.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { topic } from '#server/cache/topics.ts'
import { tableOf } from './lock-item.ts'

const itemsAtOnce = 200

/** Counts anew what readers did about some items and their comments, beginning after an id; says where the next lot begins. */
export async function recountReactions(db: Db, itemType: ItemType, after: string | null) {
  return inTransaction(db, async (db) => {
    const items = await db
      .selectFrom(tableOf(itemType))
      .select('id')
      .$if(after !== null, (qb) => qb.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(itemsAtOnce)
      .forNoKeyUpdate()
      .execute()
    const ids = items.map(({ id }) => id)
    const changed = [...(await recountComments(db, itemType, ids)), ...(await recountItems(db, itemType, ids))]
    const itemIds = [...new Set(changed)]
    const topics = itemIds.flatMap((itemId) => [
      topic.reactions({ itemType, itemId }),
      topic.card({ itemType, itemId }),
    ])
    // A notification has room for 8000 bytes.
    for (let start = 0; start < topics.length; start += 50) await invalidate(db, ...topics.slice(start, start + 50))
    if (topics.length > 0) await invalidate(db, topic.order(itemType, 'hot'), topic.order(itemType, 'score'))
    const next = ids.length === itemsAtOnce ? (ids.at(-1) ?? null) : null
    return { counted: ids.length, corrected: changed.length, next }
  })
}

/** Each row's item is returned once it was wrong. */
async function recountComments(db: Db, itemType: ItemType, itemIds: string[]): Promise<string[]> {
  // Likes of comments do not wait for the item; in a statement of its own the lock is there before anything is counted.
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

/** Counts anew what readers did about some items, which the transaction has locked; says which were wrong. */
export async function recountItems(db: Db, itemType: ItemType, itemIds: string[]): Promise<string[]> {
  const ofItem = sql`item_type = ${itemType} and item_id = item.id`
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(itemType)} kept set likes = counted.likes, count_save = counted.saves,
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
    where kept.id = counted.id and (kept.likes, kept.count_save, kept.count_comments, kept.count_rated, kept.sum_rated)
      <> (counted.likes, counted.saves, counted.comments, counted.rated, counted.sum)
    returning kept.id`.execute(db)
  return rows.map(({ id }) => id)
}
