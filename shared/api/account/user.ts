import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { Account, AccountKind, Bio, Code, Password, Ticket, EnteredPassword, UserName } from './account.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { LikeSaveCounts } from '#shared/api/community/reaction.ts'
import { Id, Time } from '#shared/api/text.ts'

export const Role = z.enum(['editor', 'admin'])
export type Role = z.infer<typeof Role>

/** A user with the fields that the API returns only to that user. */
export const User = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  profile: described(
    'Storage key of the user’s avatar in the object store; empty means the generated avatar.',
    z.string(),
  ),
  bio: z.string(),
  roles: z.array(Role),
  hasPassword: described('Whether the user has a password. A user without a password logs in with codes.', z.boolean()),
  createdAt: Time,
})
export type User = z.infer<typeof User>

/** The logged-in user, with the number of their likes, saves, recommendations and comments. */
const MyAccount = z.extend(User, {
  counters: z.strictObject({ ...LikeSaveCounts.shape, recommends: z.int(), comments: z.int() }),
})

/** A new login session. The token is sent only in this answer; the client stores it. */
export const LoggedIn = z.strictObject({ token: z.string(), user: User })
export type LoggedIn = z.infer<typeof LoggedIn>

/** The choice of a new user whether others see their profile. */
export const NewIsPublic = described(
  'Whether everybody can see the profile of the new account; by default only its user does.',
  z._default(z.boolean({ error: '须为 true 或 false' }), false),
)

export const user = {
  create: endpoint({
    method: 'POST',
    path: '/user/create',
    access: 'anyone',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Register with a code sent for `register`, and log in',
    input: z.object({
      account: Account,
      code: Code,
      password: z.optional(Password),
      name: z.optional(UserName),
      isPublic: NewIsPublic,
    }),
    output: LoggedIn,
  }),
  show: endpoint({
    method: 'GET',
    path: '/user/info',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the user’s account, with counts of likes, saves, recommendations and comments',
    input: z.object({}),
    output: MyAccount,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user/info',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Change the user’s name or bio',
    input: z.object({ name: z.optional(UserName), bio: z.optional(Bio) }),
    output: User,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/user/password',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    summary: 'Change the password with the old password, or with a ticket for `reset`; all other sessions end',
    input: z.object({
      oldPassword: z.optional(EnteredPassword),
      ticket: z.optional(Ticket),
      password: Password,
    }),
    output: User,
  }),
  bind: endpoint({
    method: 'POST',
    path: '/user/bind',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    requiresConfirmation: true,
    summary:
      'Set the email address or phone number of the account with a ticket for `bind`, replacing the previous one',
    input: z.object({ ticket: Ticket }),
    output: User,
  }),
  unbind: endpoint({
    method: 'POST',
    path: '/user/unbind',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    requiresConfirmation: true,
    summary: 'Remove the email address or phone number of the account; the other one must remain',
    input: z.object({ kind: AccountKind }),
    output: User,
  }),
}
