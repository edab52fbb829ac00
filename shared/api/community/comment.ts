import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { ItemHead, itemKey } from '#shared/api/book/item.ts'
import { ItemType } from '#shared/api/place/mark.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text, Time } from '#shared/api/text.ts'

export const CommentSort = z.enum(['hot', 'new'], { error: '没有这种排序' })
export type CommentSort = z.infer<typeof CommentSort>

const Commenter = z.strictObject({ id: Id, name: z.string(), profile: z.string() })

export const Comment = z.strictObject({
  id: Id,
  itemType: ItemType,
  itemId: Id,
  /** The comment that began the thread; null for one on the item itself. */
  parentId: z.nullable(Id),
  /** Whom it answers within the thread; null where it answers the thread's first comment. */
  replyTo: z.nullable(z.strictObject({ id: Id, userId: Id, name: z.string() })),
  /** Null for a deleted one. */
  user: z.nullable(Commenter),
  /** As written; `||…||` folds what gives the story away. Empty for a deleted one. */
  content: z.string(),
  likes: z.int(),
  countReplies: z.int(),
  createTime: Time,
  deleted: z.boolean(),
  /** Why it waits for an editor, in words for its author, who alone is shown it; null for all others. */
  held: z.nullable(z.string()),
})
export type Comment = z.infer<typeof Comment>

/** A comment on an item with the first answers to it. */
export const CommentThread = z.extend(Comment, {
  replies: z.array(Comment),
  /** Where the further answers begin; null when these are all. */
  nextReplies: z.nullable(z.string()),
})
export type CommentThread = z.infer<typeof CommentThread>

/** One of one's own, with what it is about. */
export const MyComment = z.extend(Comment, {
  item: ItemHead,
  /** Why an editor deleted it, empty where they gave no reason; null for one that no editor deleted. */
  reason: z.nullable(z.string()),
})
export type MyComment = z.infer<typeof MyComment>

const Reason = text(2, 200)

/** What an editor looks at: a comment that is held, or reported, or that editors deleted. */
export const AdminComment = z.strictObject({
  comment: Comment,
  item: ItemHead,
  /** Since when it waits; of deleted ones, when it was written. */
  since: Time,
  /** Why it was held or deleted. */
  reason: z.nullable(z.string()),
  /** What readers say against it, the first first. */
  reports: z.array(z.strictObject({ name: z.string(), reason: z.string(), createTime: Time })),
})
export type AdminComment = z.infer<typeof AdminComment>

export const comment = {
  create: endpoint({
    method: 'POST',
    path: '/comment',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 60,
    summary: 'Say something on an item, or answer a comment on it; what the site is unsure of is held for an editor',
    input: z.object({
      ...itemKey,
      content: text(1, 2000),
      /** The comment that is answered, at either level. */
      parentId: z.optional(Id),
      /** Forms send it empty: it is hidden from people. */
      website: z.optional(z.string().check(z.maxLength(500))),
      /** Milliseconds since the writing began, as the form knows it. */
      elapsed: z.optional(z.int().check(z.gte(0))),
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
    summary: 'Comments on an item, the most liked or the newest first, each with the first answers',
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
    summary: 'The thread a comment is in, with the first answers and that one: where links to a comment lead',
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
    summary: 'Answers in the thread of a comment, the oldest first',
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
    summary: 'One’s own comments, held and deleted ones too, the newest first',
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
    summary: 'Delete one’s own comment, or any as an editor, whose reason its author is told; replies stay',
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
    summary: 'How many comments of one’s own stand',
    input: z.object({}),
    output: z.strictObject({ count: z.int() }),
  }),
  adminList: endpoint({
    method: 'POST',
    path: '/admin/comment/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Comments that wait for an editor, the longest waiting first; or those editors deleted, the newest first',
    input: z.object({ show: z._default(z.enum(['waiting', 'deleted']), 'waiting'), ...paging }),
    output: pageOf(AdminComment),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/admin/comment/approve',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Let a held comment be shown, and answer the reports against it with: it stays',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/admin/comment/restore',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Take an editor’s deletion back',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
}
