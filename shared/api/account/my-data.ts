import * as z from 'zod/mini'
import { Code } from './account.ts'
import { endpoint } from '#shared/api/endpoint.ts'

/** What is one’s own: to take along, or to take away; part of the noun `user`. */
export const myData = {
  data: endpoint({
    method: 'GET',
    path: '/user/data',
    access: 'reader',
    effect: 'read',
    timeout: 60,
    rate: 10,
    summary: 'All the site keeps of oneself: each kind of thing with its rows',
    input: z.object({}),
    output: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user',
    access: 'reader',
    effect: 'write',
    timeout: 60,
    rate: 10,
    openToSuspended: true,
    summary: 'Delete one’s own account, with a code sent to it for `delete`, and its password if it has one',
    input: z.object({ code: Code, password: z.optional(z.string().check(z.maxLength(256, '密码太长了'))) }),
    output: z.null(),
  }),
}
