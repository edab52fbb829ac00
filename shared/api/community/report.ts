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
    summary: 'Report a comment to the editors; a second report by the same user replaces the first',
    input: z.object({ commentId: Id, reason: text(2, 200) }),
    output: z.null(),
  }),
}
