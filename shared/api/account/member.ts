import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text, Time } from '#shared/api/text.ts'
import { Role } from './user.ts'

/** A user as seen by admins. */
export const Member = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  roles: z.array(Role),
  createdAt: Time,
  /** When one of his sessions was last used; null without any. */
  lastSeenAt: z.nullable(Time),
  hasTotp: z.boolean(),
  suspendedAt: z.nullable(Time),
  suspendReason: z.nullable(z.string()),
  deletedAt: z.nullable(Time),
})
export type Member = z.infer<typeof Member>

export const MemberState = z.enum(['editor', 'admin', 'suspended', 'deleted'])
export type MemberState = z.infer<typeof MemberState>

/** What admins do with users; part of the noun `user`. */
export const member = {
  list: endpoint({
    method: 'POST',
    path: '/user/list',
    access: 'admin',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Users by a part of their name, email or phone number, or by id; the newest first',
    input: z.object({ query: z.optional(text(0, 100)), state: z.optional(MemberState), ...paging }),
    output: pageOf(Member),
  }),
  setRoles: endpoint({
    method: 'PUT',
    path: '/user/{id}/roles',
    access: 'admin',
    effect: 'write',
    timeout: 15,
    rate: null,
    freshOnly: true,
    summary: 'Give a user exactly these roles; the last admin stays one',
    input: z.object({ id: Id, roles: z.array(Role).check(z.maxLength(2, '最多两种身份')) }),
    output: Member,
  }),
  suspend: endpoint({
    method: 'PUT',
    path: '/user/{id}/suspension',
    access: 'admin',
    effect: 'write',
    timeout: 15,
    rate: null,
    freshOnly: true,
    summary: 'Let a user read but not write, and tell him why',
    input: z.object({ id: Id, reason: text(1, 200) }),
    output: Member,
  }),
  unsuspend: endpoint({
    method: 'DELETE',
    path: '/user/suspension',
    access: 'admin',
    effect: 'write',
    timeout: 15,
    rate: null,
    freshOnly: true,
    summary: 'Let a suspended user write again',
    input: z.object({ id: Id }),
    output: Member,
  }),
  resetTotp: endpoint({
    method: 'DELETE',
    path: '/user/secondStep',
    access: 'admin',
    effect: 'write',
    timeout: 15,
    rate: null,
    freshOnly: true,
    summary: 'Turn off the second step of a user who has lost his authenticator',
    input: z.object({ id: Id }),
    output: Member,
  }),
}
