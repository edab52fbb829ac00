import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { text } from '#shared/api/text.ts'

/** What the operator set against spam. */
export const Guard = z.strictObject({
  /** One a line; a comment with one of them is held. */
  words: z.string(),
  holdFirstComment: z.boolean(),
})
export type Guard = z.infer<typeof Guard>

export const guard = {
  show: endpoint({
    method: 'GET',
    path: '/admin/guard',
    access: 'admin',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'The word list, and what else holds comments',
    input: z.object({}),
    output: Guard,
  }),
  put: endpoint({
    method: 'PUT',
    path: '/admin/guard',
    access: 'admin',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Change the word list, from the next comment on',
    input: z.object({ words: text(0, 20_000) }),
    output: Guard,
  }),
  test: endpoint({
    method: 'POST',
    path: '/admin/guard/test',
    access: 'admin',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'The words of the list that a text has in it',
    input: z.object({ content: text(1, 2000) }),
    output: z.strictObject({ found: z.array(z.string()) }),
  }),
}
