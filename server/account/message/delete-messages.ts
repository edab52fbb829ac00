import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Deletes the messages that a comment caused, because the comment is being deleted: the message to the author whom it
 * answers, and the messages to its own author about likes.
 */
export async function deleteMessagesAbout(db: Db, commentId: string) {
  const { rows } = await sql<{ userId: string }>`
    delete from message where item_type = 'comment' and item_id = ${commentId} and kind in ('reply', 'like')
    and user_id in (
      select user_id from comment where id = ${commentId}
      union all
      select answered.user_id from comment join comment answered on answered.id = comment.reply_to
      where comment.id = ${commentId}
    ) returning user_id`.execute(db)
  await notifyPages(db, rows)
}

interface WithdrawnLike {
  /** The id of the comment's author, to whom the message about the like was sent. */
  userId: string
  itemId: string
  actorId: string
}

/**
 * When a like is withdrawn, removes it from the unread message about the likes of the comment, and deletes the message
 * if no like is left. Messages that were read stay.
 */
export async function withdrawLike(db: Db, { userId, itemId, actorId }: WithdrawnLike) {
  const { rows: left } = await sql<{ id: string }>`
    delete from message_actor using message
    where message.id = message_actor.message_id and message_actor.actor_id = ${actorId} and user_id = ${userId}
    and kind = 'like' and item_type = 'comment' and item_id = ${itemId} and not is_read returning message.id`.execute(
    db,
  )
  const [message] = left
  if (message === undefined) return
  await sql`update message set count_actors = count_actors - 1, actor_id = (
      select item_like.user_id from item_like join message_actor on message_actor.actor_id = item_like.user_id
      where message_id = ${message.id} and item_type = 'comment' and item_like.item_id = ${itemId}
      order by create_time desc limit 1
    ) where id = ${message.id}`.execute(db)
  await sql`delete from message where id = ${message.id} and count_actors = 0`.execute(db)
  await notifyPages(db, [{ userId }])
}

async function notifyPages(db: Db, rows: { userId: string }[]) {
  for (const id of new Set(rows.map(({ userId }) => userId))) await invalidate(db, topic.messages(id))
}
