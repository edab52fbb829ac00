import { v7 as newId } from 'uuid'
import type { Comment } from '#shared/api/community/comment.ts'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import type { SignedIn } from '#server/http/call/context.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findReasonToHold, type ScreenedText } from '#server/community/guard/reason-to-hold.ts'
import type { Item } from '#shared/api/item.ts'
import { lockItem } from '#server/catalogue/item/lock-item.ts'
import { requireWithinCommentLimits } from './comment-limit.ts'
import { findMyComment } from './comment-queries.ts'
import { countPublished, notifyAnswered } from './publish-comment.ts'

interface NewComment extends Item, Pick<ScreenedText, 'content' | 'website'> {
  parentId?: string | undefined
  elapsed?: number | undefined
}

/**
 * Posts a comment on a book or video, or a reply, in a transaction of its own. A comment that needs moderation is held:
 * only its author and editors can see it, and it is not counted. Throws `tooMany`, `conflict`, `missing` or `invalid`.
 */
export async function postComment(
  db: Db,
  author: SignedIn,
  { itemType, itemId, content, parentId, website, elapsed }: NewComment,
  site: Pick<Site, 'holdFirstComment' | 'publicUrl'>,
): Promise<Comment> {
  return inTransaction(db, async (db) => {
    await requireWithinCommentLimits(db, author.id, { content, elapsed })
    const heldReason = await findReasonToHold(db, author, { content, website }, site)
    const item = await lockItem(db, { itemType, itemId })
    const answered = parentId === undefined ? null : await findAnswered(db, item, parentId)
    const comment = {
      id: newId(),
      itemType,
      itemId,
      parentId: answered && (answered.parentId ?? answered.id),
      replyTo: answered && answered.id,
      userId: author.id,
      content,
      state: heldReason === null ? ('published' as const) : ('held' as const),
      heldReason,
    }
    await db.insertInto('comment').values(comment).execute()
    if (comment.state === 'published') {
      await countPublished(db, item, comment)
      await notifyAnswered(db, comment)
    }
    return findMyComment(db, comment.id)
  })
}

async function findAnswered(db: Db, { itemType, itemId }: Item, id: string) {
  const answered = await db
    .selectFrom('comment')
    .select(['id', 'parentId', 'itemType', 'itemId', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (answered === undefined || answered.state === 'held') return fail('missing', '没有找到你要回复的评论')
  if (answered.state === 'deleted') fail('conflict', '你要回复的评论已经删除')
  if (answered.itemType !== itemType || answered.itemId !== itemId)
    fail('invalid', '你要回复的评论不在这里', { fields: { parentId: '不在这里' } })
  return answered
}
