import * as z from 'zod/mini'
import { Account, Code, Password, UserName } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Id, Time } from './text.ts'

export const Role = z.enum(['editor', 'admin'])
export type Role = z.infer<typeof Role>

/** A user as seen by himself. */
export const User = z.strictObject({
  id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  /** Storage key of the avatar; empty means the drawn initial. */
  profile: z.string(),
  bio: z.string(),
  roles: z.array(Role),
  createdAt: Time,
})
export type User = z.infer<typeof User>

/** A fresh session: the token is shown this once and stored by the client. */
export const LoggedIn = z.strictObject({ token: z.string(), user: User })
export type LoggedIn = z.infer<typeof LoggedIn>

export const user = {
  create: endpoint({
    method: 'POST',
    path: '/user/create',
    access: 'anyone',
    summary: 'Register with a code sent for `register`, and log in',
    input: z.strictObject({
      account: Account,
      code: Code,
      password: z.optional(Password),
      name: z.optional(UserName),
    }),
    output: LoggedIn,
    callsPerMinute: 20,
  }),
  show: endpoint({
    method: 'GET',
    path: '/user/info',
    access: 'reader',
    summary: 'One’s own account',
    input: z.strictObject({}),
    output: User,
  }),
}
