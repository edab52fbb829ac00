import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, text } from '#shared/api/text.ts'

export const report = {
  create: endpoint({
    method: 'POST',
    path: '/report',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 30,
    summary: 'Tell the editors what is wrong with a comment; the same again changes the words',
    input: z.object({ commentId: Id, reason: text(2, 200) }),
    output: z.null(),
  }),
}
