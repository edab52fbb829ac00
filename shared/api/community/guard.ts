import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { text } from '#shared/api/text.ts'

/** The spam settings of the site. */
const Guard = z.strictObject({
  words: described('Blocked words, one per line. A comment that contains any of them is held for review.', z.string()),
  holdFirstComment: z.boolean(),
})
type Guard = z.infer<typeof Guard>

export const guard = {
  show: endpoint({
    method: 'GET',
    path: '/admin/guard',
    access: 'admin',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the list of blocked words and the other spam settings',
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
    summary: 'Replace the list of blocked words; it applies to new comments only',
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
    summary: 'List the blocked words that a text contains',
    input: z.object({ content: text(1, 2000) }),
    output: z.strictObject({ found: z.array(z.string()) }),
  }),
}
