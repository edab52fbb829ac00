import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text, Time } from '#shared/api/text.ts'
import { Role } from './user.ts'

/** A user as admins see them in the list of users. */
export const Member = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  roles: z.array(Role),
  createdAt: Time,
  lastSeenAt: described(
    'Time at which any session of the user was last used; null if the user has no session.',
    z.nullable(Time),
  ),
  hasTotp: z.boolean(),
  suspendedAt: z.nullable(Time),
  suspendReason: z.nullable(z.string()),
  deletedAt: z.nullable(Time),
})
export type Member = z.infer<typeof Member>

export const MemberState = z.enum(['editor', 'admin', 'suspended', 'deleted'])
export type MemberState = z.infer<typeof MemberState>

/** The API calls with which admins manage users. Their names begin with `user.`, as those in `user.ts` do. */
export const member = {
  list: endpoint({
    method: 'POST',
    path: '/user/list',
    access: 'admin',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List users by a part of their name, email or phone number, or by id; the newest first',
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
    requiresConfirmation: true,
    summary: 'Replace the roles of a user; the last admin cannot lose that role',
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
    requiresConfirmation: true,
    summary: 'Suspend a user, who can then read but not write, and notify them of the reason',
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
    requiresConfirmation: true,
    summary: 'End the suspension of a user',
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
    requiresConfirmation: true,
    summary: 'Turn off two-step login for a user who has lost their authenticator',
    input: z.object({ id: Id }),
    output: Member,
  }),
}
