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
    summary: 'Get the name with which the user’s e-readers log in, or null if the user has no e-reader key',
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
    requiresConfirmation: true,
    summary: 'Create an e-reader key, which replaces the previous one and is shown only in this answer',
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
    summary: 'Revoke the e-reader key; the reading progress stays',
    input: z.object({}),
    output: z.null(),
  }),
}
