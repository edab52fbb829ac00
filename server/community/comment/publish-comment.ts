import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { invalidate, softInvalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type LockedItem, moveCounters } from '#server/catalogue/item/lock-item.ts'
import { postMessage } from '#server/account/message/post-message.ts'
import { commentExcerpt } from './comment-excerpt.ts'

interface PublishedComment {
  id: string
  parentId: string | null
  replyTo: string | null
  userId: string
  content: string
}

/**
 * Adds a newly published comment to the comment counts of its book or video and of its thread; if `by` is −1, subtracts
 * a deleted comment instead.
 */
export async function countPublished(
  db: Db,
  item: LockedItem,
  { parentId, userId }: Pick<PublishedComment, 'parentId' | 'userId'>,
  by: 1 | -1 = 1,
) {
  await (by < 0 ? invalidate : softInvalidate)(db, topic.contributions(userId))
  await moveCounters(db, item, { countComments: by })
  if (parentId === null) return
  await db
    .updateTable('comment')
    .set({ countReplies: sql`count_replies + ${by}` })
    .where('id', '=', parentId)
    .execute()
}

/**
 * When a reply is published, sends a message to the author of the answered comment, unless that comment is no longer
 * published.
 */
export async function notifyAnswered(db: Db, { id, replyTo, userId, content }: PublishedComment) {
  if (replyTo === null) return
  const answered = await db
    .selectFrom('comment')
    .select('userId')
    .where('id', '=', replyTo)
    .where('state', '=', 'published')
    .executeTakeFirst()
  if (answered === undefined) return
  await postMessage(db, {
    userId: answered.userId,
    kind: 'reply',
    actorId: userId,
    itemType: 'comment',
    itemId: id,
    excerpt: commentExcerpt(content),
  })
}
