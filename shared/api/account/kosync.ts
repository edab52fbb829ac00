import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { Time } from '#shared/api/text.ts'

export const KosyncKey = z.strictObject({ name: z.string(), createdAt: Time, lastUsedAt: z.nullable(Time) })
export type KosyncKey = z.infer<typeof KosyncKey>

export const kosync = {
  show: endpoint({
    method: 'GET',
    path: '/user/kosync',
    access: 'reader',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'The name by which one’s e-readers sync, if there is one',
    input: z.object({}),
    output: z.strictObject({ key: z.nullable(KosyncKey) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/kosync',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 20,
    freshOnly: true,
    summary: 'Make a new sync password, shown this once, in place of the one there is',
    input: z.object({}),
    output: z.strictObject({ name: z.string(), password: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/user/kosync',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'Lets one’s e-readers sync no more; what they said stays',
    input: z.object({}),
    output: z.null(),
  }),
}
