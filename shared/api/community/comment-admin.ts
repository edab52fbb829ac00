import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { ItemHead } from '#shared/api/item.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, Time } from '#shared/api/text.ts'
import { Comment } from './comment.ts'

/** A comment in the editors' moderation list: held for review, reported, or deleted by an editor. */
export const AdminComment = z.strictObject({
  comment: Comment,
  item: ItemHead,
  since: described(
    'The time since which the comment has waited for review. For a deleted comment, the time at which it was written.',
    Time,
  ),
  reason: described('The reason why the comment was held for review or deleted.', z.nullable(z.string())),
  reports: described(
    'Reports of users about the comment, the oldest first.',
    z.array(z.strictObject({ name: z.string(), reason: z.string(), createTime: Time })),
  ),
})
export type AdminComment = z.infer<typeof AdminComment>

export const commentAdmin = {
  adminList: endpoint({
    method: 'POST',
    path: '/admin/comment/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List comments that wait for review, the oldest first, or comments that editors deleted, the newest first',
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
    summary: 'Publish a held comment, and close the reports about it as unfounded',
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
    summary: 'Restore a comment that an editor deleted',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
}
