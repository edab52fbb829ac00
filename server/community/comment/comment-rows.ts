import type { Comment } from '#shared/api/community/comment.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Returns a query for comments with the names of their author and of the user they reply to. */
export function selectComments(db: Db) {
  return (
    db
      .selectFrom('comment')
      .innerJoin('user', 'user.id', 'comment.userId')
      .leftJoin('comment as answered', 'answered.id', 'comment.replyTo')
      // A reply does not name the user it answers if the answered comment was deleted, so that its author stays hidden.
      .leftJoin('user as partner', (join) =>
        join.onRef('partner.id', '=', 'answered.userId').on('answered.state', '=', 'published'),
      )
      .select([
        'comment.id',
        'comment.itemType',
        'comment.itemId',
        'comment.parentId',
        'comment.replyTo',
        'comment.userId',
        'comment.content',
        'comment.state',
        'comment.heldReason',
        'comment.deletedReason',
        'comment.likes',
        'comment.countReplies',
        'comment.createTime',
        'user.name',
        'user.avatarKey as profile',
        'user.isPublic',
        'partner.id as partnerId',
        'partner.name as partnerName',
      ])
  )
}
export type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['execute']>>[number]

/** Returns a comment as everybody sees it: a deleted comment has neither text nor author. */
export function toComment(row: CommentRow): Comment {
  const { id, itemType, itemId, parentId, likes, countReplies, createTime } = row
  const isDeleted = row.state === 'deleted'
  return {
    id,
    itemType,
    itemId,
    parentId,
    replyTo: partnerOf(row),
    user: isDeleted ? null : authorOf(row),
    content: isDeleted ? '' : row.content,
    likes,
    countReplies,
    createTime: createTime.toISOString(),
    deleted: isDeleted,
    held: null,
  }
}

export function authorOf({ userId: id, name, profile, isPublic }: CommentRow) {
  return { id, name, profile, isPublic }
}

function partnerOf({ replyTo, parentId, partnerId, partnerName }: CommentRow): Comment['replyTo'] {
  if (replyTo === null || replyTo === parentId || partnerId === null || partnerName === null) return null
  return { id: replyTo, userId: partnerId, name: partnerName }
}
