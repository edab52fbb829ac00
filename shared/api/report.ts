import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, text } from './text.ts'

export const report = {
  create: endpoint({
    method: 'POST',
    path: '/report',
    access: 'reader',
    summary: 'Tell the editors what is wrong with a comment; the same again changes the words',
    input: z.strictObject({ commentId: Id, reason: text(2, 200) }),
    output: z.null(),
    callsPerMinute: 30,
  }),
}
