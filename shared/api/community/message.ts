import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, Time } from '#shared/api/text.ts'

export const MessageKind = z.enum(['reply', 'like', 'recommendApproved', 'recommendRejected', 'system'])
export type MessageKind = z.infer<typeof MessageKind>

/** The groups of notifications that a user can mute. Notifications from the site itself cannot be muted. */
export const MutableGroup = z.enum(['reply', 'like', 'recommend'], { error: '没有这种消息' })
export type MutableGroup = z.infer<typeof MutableGroup>

/** Returns the group to which a kind of notification belongs; users mute whole groups. */
export function groupOf(kind: MessageKind): MutableGroup | 'system' {
  if (kind === 'reply' || kind === 'like' || kind === 'system') return kind
  return 'recommend'
}

/** The types of things that a notification can be about. */
const MessageItemType = z.enum(['book', 'video', 'comment', 'recommendation'])

export const Message = z.strictObject({
  id: Id,
  kind: MessageKind,
  actor: described(
    'The user whose action most recently caused the notification; null if the site itself sent it.',
    z.nullable(z.strictObject({ id: Id, name: z.string(), profile: z.string() })),
  ),
  countActors: z.int(),
  itemType: described(
    'The comment, recommendation or other thing that the notification is about: a reply, a comment that was liked or moderated, or the user’s own recommendation; null for notifications about the user’s account.',
    z.nullable(MessageItemType),
  ),
  itemId: z.nullable(Id),
  title: described(
    'Title of the book or video that the notification is about, or to which its comment or recommendation belongs.',
    z.nullable(z.string()),
  ),
  href: described(
    'URL of the page to which the notification links; null if there is no such page.',
    z.nullable(z.string()),
  ),
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

/** The number of unread notifications. The event stream `/user/message/stream` sends one such JSON object per event. */
const Unread = z.strictObject({ count: z.int() })

export const message = {
  list: endpoint({
    method: 'POST',
    path: '/user/message/list',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the user’s messages, all or only unread ones, the newest first',
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
    summary: 'Count the user’s unread messages',
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
    summary: 'Mark one of the user’s messages as read',
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
    summary: 'Mark all of the user’s messages as read; returns how many were unread',
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
    summary: 'Delete one of the user’s messages',
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
    summary: 'Get the muted message groups, and how often unread messages are mailed',
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
    summary: 'Set the muted message groups, and how often unread messages are mailed',
    input: MessagePreference,
    output: z.null(),
  }),
}
