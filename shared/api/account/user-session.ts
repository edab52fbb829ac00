import * as z from 'zod/mini'
import { Code, TriedPassword } from './account.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, Time } from '#shared/api/text.ts'
import { SecondCode } from './totp.ts'

/** One place where one is logged in. */
export const Session = z.strictObject({
  id: Id,
  /** What it is used with, in words. */
  device: z.string(),
  /** The beginning of the address it was opened from; empty when unknown. */
  network: z.string(),
  createdAt: Time,
  lastUsedAt: Time,
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const session = {
  list: endpoint({
    method: 'GET',
    path: '/user/session/list',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Where one is logged in, the last used first',
    input: z.object({}),
    output: z.strictObject({ list: z.array(Session) }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/user/session/confirm',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    openToSuspended: true,
    summary:
      'Show again who one is, for half an hour: with the password or a code sent for `confirm`, or where the second step is on with a code of that',
    input: z.object({
      password: z.optional(TriedPassword),
      code: z.optional(Code),
      secondCode: z.optional(SecondCode),
    }),
    output: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/session',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'End one of one’s own sessions',
    input: z.object({ id: Id }),
    output: z.null(),
  }),
  removeOthers: endpoint({
    method: 'DELETE',
    path: '/user/session/others',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'End all of one’s own sessions but the one that asks; says how many',
    input: z.object({}),
    output: z.strictObject({ count: z.int() }),
  }),
}
