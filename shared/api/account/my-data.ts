import * as z from 'zod/mini'
import { Code } from './account.ts'
import { endpoint } from '#shared/api/endpoint.ts'

/**
 * The API calls that export and delete the data of the logged-in user. Their names begin with `user.`, as those in
 * `user.ts` do.
 */
export const myData = {
  data: endpoint({
    method: 'GET',
    path: '/user/data',
    access: 'reader',
    effect: 'read',
    timeout: 60,
    rate: 10,
    requiresConfirmation: true,
    summary: 'Export all data that the site stores about the user, grouped by kind',
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
    summary: 'Delete the user’s account, with a code sent for `delete` and, if the account has one, the password',
    input: z.object({ code: Code, password: z.optional(z.string().check(z.maxLength(256, '密码太长了'))) }),
    output: z.null(),
  }),
}
