import * as z from 'zod/mini'
import { Contributor } from '#shared/api/contributor.ts'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { ItemHead, itemKey, ItemType } from '#shared/api/item.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text, Time } from '#shared/api/text.ts'

export const CommentSort = z.enum(['hot', 'new'], { error: '没有这种排序' })
export type CommentSort = z.infer<typeof CommentSort>

export const Comment = z.strictObject({
  id: Id,
  itemType: ItemType,
  itemId: Id,
  parentId: described(
    'Id of the comment that began the thread; null for a comment that is not a reply but directly about a book or video.',
    z.nullable(Id),
  ),
  replyTo: described(
    'Id of the reply in the same thread to which this comment replies; null if this comment replies to the thread’s first comment.',
    z.nullable(z.strictObject({ id: Id, userId: Id, name: z.string() })),
  ),
  user: described('Author of the comment; null for a deleted comment.', z.nullable(Contributor)),
  content: described(
    'Text of the comment as written; clients hide the text between `||` marks as a spoiler. Empty for a deleted comment.',
    z.string(),
  ),
  likes: z.int(),
  countReplies: z.int(),
  createTime: Time,
  deleted: z.boolean(),
  held: described(
    'The reason why a comment is held for review, in words for its author; null for everybody else and for published comments.',
    z.nullable(z.string()),
  ),
})
export type Comment = z.infer<typeof Comment>

/** A comment on a book or video, with its first replies. */
export const CommentThread = z.extend(Comment, {
  replies: z.array(Comment),
  nextReplies: described(
    'Cursor of the next page of replies; null if all replies are included.',
    z.nullable(z.string()),
  ),
})
export type CommentThread = z.infer<typeof CommentThread>

/** A comment of the logged-in user, with the book or video that it is about. */
export const MyComment = z.extend(Comment, {
  item: ItemHead,
  reason: described(
    'The reason that an editor gave for deleting the comment: empty if the editor gave none, null if no editor deleted the comment.',
    z.nullable(z.string()),
  ),
})
export type MyComment = z.infer<typeof MyComment>

const Reason = text(2, 200)

export const comment = {
  create: endpoint({
    method: 'POST',
    path: '/comment',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 60,
    summary: 'Comment on an item, or reply to a comment; a suspicious comment is held for review',
    input: z.object({
      ...itemKey,
      content: text(1, 2000),
      parentId: described(
        'Id of the comment to which the new comment replies: a thread’s first comment or a reply.',
        z.optional(Id),
      ),
      website: described(
        'Honeypot field of the comment form: the form hides it from people, so only bots fill it in.',
        z.optional(z.string().check(z.maxLength(500))),
      ),
      elapsed: described(
        'Milliseconds from the moment the user began to write the comment until it was sent, as measured by the form.',
        z.optional(z.int().check(z.gte(0))),
      ),
    }),
    output: Comment,
  }),
  list: endpoint({
    method: 'POST',
    path: '/comment/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'List the comments on an item, the most liked or the newest first, each with its first replies',
    input: z.object({ ...itemKey, sort: z._default(CommentSort, 'hot'), ...paging }),
    output: pageOf(CommentThread),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/comment/thread/{id}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'Get the thread of a comment, with its first replies and that comment; used by links to a comment',
    input: z.object({ id: Id }),
    output: CommentThread,
  }),
  replies: endpoint({
    method: 'POST',
    path: '/comment/replies',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'List the replies in the thread of a comment, the oldest first',
    input: z.object({ id: Id, ...paging }),
    output: pageOf(Comment),
  }),
  userList: endpoint({
    method: 'POST',
    path: '/comment/userList',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the user’s comments, including held and deleted ones, the newest first',
    input: z.object({ ...paging }),
    output: pageOf(MyComment),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/comment',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary:
      'Delete the user’s own comment, or as an editor any comment; its author is notified of the editor’s reason, and replies stay',
    input: z.object({ id: Id, reason: z.optional(Reason) }),
    output: z.null(),
  }),
  count: endpoint({
    method: 'GET',
    path: '/comment/count',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Count the user’s published comments',
    input: z.object({}),
    output: z.strictObject({ count: z.int() }),
  }),
}
