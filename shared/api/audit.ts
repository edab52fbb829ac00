import * as z from 'zod/mini'
import { described } from './described.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, paging } from './paging.ts'
import { Id, Time } from './text.ts'

/** One entry of the audit log: an action of an editor or admin. */
export const AuditEntry = z.strictObject({
  id: Id,
  actor: described(
    'The user who performed the action; null for the site itself.',
    z.nullable(z.strictObject({ id: Id, name: z.string() })),
  ),
  action: described('The kind of the audited action, as noun and verb, such as `book.merge`.', z.string()),
  targetType: z.string(),
  targetId: z.nullable(Id),
  targetName: described(
    'The current name of the book, user or other record that the action changed; null if the record was deleted or has no name.',
    z.nullable(z.string()),
  ),
  detail: z.record(z.string(), z.unknown()),
  createTime: Time,
  canUndo: described('Whether an editor can undo the action.', z.boolean()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const audit = {
  list: endpoint({
    method: 'POST',
    path: '/audit/list',
    access: 'admin',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the actions of editors and admins, the newest first',
    input: z.object({
      actorId: z.optional(Id),
      targetId: z.optional(Id),
      action: z.optional(z.string().check(z.regex(/^[a-z]+\.[A-Za-z]+$/, '没有这种操作'), z.maxLength(60, '太长了'))),
      ...paging,
    }),
    output: pageOf(AuditEntry),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/admin/undo',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Undo an edit of a book, edition, tag, place or tour; refused if the item has been edited again since',
    input: z.object({ id: Id }),
    /** The book, tag or other record whose edit was undone. */
    output: z.strictObject({ targetType: z.string(), targetId: Id }),
  }),
}
