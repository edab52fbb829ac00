import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, Time } from '#shared/api/text.ts'

export const MessageKind = z.enum(['reply', 'like', 'recommendApproved', 'recommendRejected', 'system'])
export type MessageKind = z.infer<typeof MessageKind>

/** What a reader can switch off; words of the site itself cannot be. */
export const MutableGroup = z.enum(['reply', 'like', 'recommend'], { error: '没有这种消息' })
export type MutableGroup = z.infer<typeof MutableGroup>

/** What a kind of message counts as, in a reader's preferences. */
export function groupOf(kind: MessageKind): MutableGroup | 'system' {
  if (kind === 'reply' || kind === 'like' || kind === 'system') return kind
  return 'recommend'
}

/** Types of things that a message can be about. */
export const MessageItemType = z.enum(['book', 'video', 'comment', 'recommendation'])

export const Message = z.strictObject({
  id: Id,
  kind: MessageKind,
  /** Who caused it last; null for the site. */
  actor: z.nullable(z.strictObject({ id: Id, name: z.string(), profile: z.string() })),
  countActors: z.int(),
  /**
   * The thing it is about: the reply that was written, the comment that is liked or that an editor decided on, or one's own
   * recommendation; null for messages about the account.
   */
  itemType: z.nullable(MessageItemType),
  itemId: z.nullable(Id),
  /** The title of the book or video that the item is or belongs to. */
  title: z.nullable(z.string()),
  /** Where it leads; null where there is nothing to see. */
  href: z.nullable(z.string()),
  excerpt: z.string(),
  read: z.boolean(),
  createTime: Time,
})
export type Message = z.infer<typeof Message>

export const Digest = z.enum(['off', 'daily', 'weekly'], { error: '只能是关、每天或每周' })
export type Digest = z.infer<typeof Digest>

export const MessagePreference = z.object({
  muted: z.array(MutableGroup).check(z.maxLength(3, '最多三种')),
  digest: Digest,
})
export type MessagePreference = z.infer<typeof MessagePreference>

/** Unread messages as the stream of `/user/message/stream` tells them: one JSON object an event. */
export const Unread = z.strictObject({ count: z.int() })

export const message = {
  list: endpoint({
    method: 'POST',
    path: '/user/message/list',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'One’s own messages, the newest first, all or those not read',
    input: z.object({ status: z.optional(z.literal('unread', { error: '只能是 unread' })), ...paging }),
    output: pageOf(Message),
  }),
  countUnread: endpoint({
    method: 'GET',
    path: '/user/message/countUnread',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'How many messages are not read',
    input: z.object({}),
    output: Unread,
  }),
  read: endpoint({
    method: 'PUT',
    path: '/user/message/{id}',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Mark a message of one’s own as read',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/user/message/readAll',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Mark all messages of one’s own as read; says how many were not',
    input: z.object({}),
    output: Unread,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/message/{id}',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'Delete a message of one’s own',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
  showPreference: endpoint({
    method: 'GET',
    path: '/user/messagePreference',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Which messages one does not want, and how often unread ones go out by mail',
    input: z.object({}),
    output: MessagePreference,
  }),
  setPreference: endpoint({
    method: 'PUT',
    path: '/user/messagePreference',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Say which messages one does not want, and how often unread ones go out by mail',
    input: MessagePreference,
    output: z.null(),
  }),
}
