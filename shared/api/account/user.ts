import * as z from 'zod/mini'
import { Account, AccountKind, Bio, Code, Password, Ticket, TriedPassword, UserName } from './account.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { LikeSaveCounts } from '#shared/api/community/reaction.ts'
import { Id, Time } from '#shared/api/text.ts'

export const Role = z.enum(['editor', 'admin'])
export type Role = z.infer<typeof Role>

/** A user as seen by himself. */
export const User = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  /** The key of the avatar's object in the store; empty means the drawn initial. */
  profile: z.string(),
  bio: z.string(),
  roles: z.array(Role),
  /** Whether there is a password to log in with, or codes alone. */
  hasPassword: z.boolean(),
  createdAt: Time,
})
export type User = z.infer<typeof User>

/** A user as they see themselves, with how much of everything is theirs. */
export const MyAccount = z.extend(User, {
  counters: z.strictObject({ ...LikeSaveCounts.shape, recommends: z.int(), comments: z.int() }),
})

/** A fresh session: the token is shown this once and stored by the client. */
export const LoggedIn = z.strictObject({ token: z.string(), user: User })
export type LoggedIn = z.infer<typeof LoggedIn>

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
    summary: 'One’s own account, with counts of likes, saves, recommendations and comments',
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
    summary: 'Change one’s name or what one says of oneself',
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
    summary: 'Set another password with the old one, or with a ticket for `reset`; all other sessions end',
    input: z.object({
      oldPassword: z.optional(TriedPassword),
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
    freshOnly: true,
    summary: 'Take the email address or phone number of a ticket for `bind` as one’s own, in place of the one before',
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
    freshOnly: true,
    summary: 'Give up one’s email address or phone number, while the other stays',
    input: z.object({ kind: AccountKind }),
    output: User,
  }),
}
