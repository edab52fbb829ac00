import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { Code, EnteredPassword } from './account.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, Time } from '#shared/api/text.ts'
import { SecondCode } from './totp.ts'

/** A login session of the user. */
export const Session = z.strictObject({
  id: Id,
  device: described('The browser and operating system that use the session, in Chinese words.', z.string()),
  network: described(
    'The first part of the IP address from which the session was opened; empty when unknown.',
    z.string(),
  ),
  createdAt: Time,
  lastUsedAt: Time,
  isThis: described('Whether this session is the one that makes the request.', z.boolean()),
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
    summary: 'List the user’s sessions, the most recently used first',
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
      'Confirm the user’s identity for half an hour: with the password or a code sent for `confirm`, or with a second-step code where two-step login is on',
    input: z.object({
      password: z.optional(EnteredPassword),
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
    summary: 'End one of the user’s sessions',
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
    summary: 'End all of the user’s sessions except the current one; returns how many ended',
    input: z.object({}),
    output: z.strictObject({ count: z.int() }),
  }),
}
