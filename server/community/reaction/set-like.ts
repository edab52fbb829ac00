import type { Item } from '#shared/api/item.ts'
import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { LikedType } from '#shared/api/community/reaction.ts'
import { softInvalidate } from '#server/platform/cache/changes.ts'
import { commentExcerpt } from '#server/community/comment/comment-excerpt.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { countsOf, lockItem, moveCounters } from '#server/catalogue/item/lock-item.ts'
import { withdrawLike } from '#server/account/message/delete-messages.ts'
import { postMessage } from '#server/account/message/post-message.ts'

interface Entry {
  userId: string
  itemType: LikedType
  itemId: string
}

/**
 * Sets or withdraws a user's like of a book, video or comment, in a transaction of its own. A repetition changes
 * nothing. Returns the number of likes. Throws `missing` for an unknown id.
 */
export async function setLike(db: Db, { on, ...like }: Entry & { on: boolean }) {
  const { itemType, itemId } = like
  return inTransaction(db, async (db) => {
    if (itemType === 'comment') return { on, count: await likeComment(db, like, on) }
    const item = await lockItem(db, { itemType, itemId })
    const isChanged = (await toggleRow(db, 'itemLike', like, on)) !== null
    const { likes } = isChanged ? await moveCounters(db, item, { likes: on ? 1 : -1 }) : await countsOf(db, item)
    return { on, count: likes }
  })
}

export async function setSave(db: Db, { on, ...save }: Item & { userId: string; on: boolean }) {
  return inTransaction(db, async (db) => {
    const item = await lockItem(db, save)
    const isChanged = (await toggleRow(db, 'itemSave', save, on)) !== null
    const { countSave } = isChanged
      ? await moveCounters(db, item, { countSave: on ? 1 : -1 })
      : await countsOf(db, item)
    return { on, count: countSave }
  })
}

/**
 * Inserts or deletes the row of a like or save and returns its creation time. Returns null when nothing changed: the
 * row to insert existed already, or the row to delete did not exist.
 */
async function toggleRow(db: Db, table: 'itemLike' | 'itemSave', row: Entry, on: boolean): Promise<Date | null> {
  const { userId, itemType, itemId } = row
  const { rows } = await (
    on
      ? sql<{ createTime: Date }>`
        insert into ${sql.table(table)} (user_id, item_type, item_id) values (${userId}, ${itemType}, ${itemId})
        on conflict do nothing returning create_time`
      : sql<{ createTime: Date }>`
        delete from ${sql.table(table)}
        where user_id = ${userId} and item_type = ${itemType} and item_id = ${itemId} returning create_time`
  ).execute(db)
  return rows[0]?.createTime ?? null
}

async function likeComment(db: Db, like: Entry, on: boolean): Promise<number> {
  const { userId: actorId, itemId } = like
  const comment = await db
    .selectFrom('comment')
    .select(['userId', 'itemType', 'itemId', 'content', 'likes'])
    .where('id', '=', itemId)
    .where('state', '=', 'published')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (comment === undefined) return fail('missing', '没有找到这条评论，它可能已经删除')
  const since = await toggleRow(db, 'itemLike', like, on)
  if (since === null) return comment.likes
  const { likes } = await db
    .updateTable('comment')
    .set({ likes: sql`likes + ${on ? 1 : -1}` })
    .where('id', '=', itemId)
    .returning('likes')
    .executeTakeFirstOrThrow()
  await softInvalidate(db, topic.reactions(comment))
  const { userId } = comment
  const excerpt = commentExcerpt(comment.content)
  if (on) await postMessage(db, { userId, kind: 'like', actorId, itemType: 'comment', itemId, excerpt })
  else if (userId !== actorId) await withdrawLike(db, { userId, itemId, actorId })
  return likes
}
