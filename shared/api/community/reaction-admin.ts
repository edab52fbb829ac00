import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { ItemType } from '#shared/api/item.ts'
import { Id } from '#shared/api/text.ts'

export const reactionAdmin = {
  recount: endpoint({
    method: 'POST',
    path: '/admin/recount',
    access: 'admin',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Recount likes, saves, ratings and comments of one batch of items; returns where the next batch begins',
    input: z.object({ itemType: ItemType, after: z._default(z.nullable(Id), null) }),
    output: z.strictObject({ counted: z.int(), corrected: z.int(), next: z.nullable(Id) }),
  }),
}
