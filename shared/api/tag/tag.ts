import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, text } from '#shared/api/text.ts'

export const TagKind = z.enum(['form', 'subject', 'era', 'region'])
export type TagKind = z.infer<typeof TagKind>

export const Tag = z.strictObject({ id: Id, name: z.string(), kind: TagKind, count: z.int() })
export type Tag = z.infer<typeof Tag>

/** Names of tags to filter by; a listed book or video must have all of them. */
export const TagNames = z.array(text(1, 30)).check(z.maxLength(8, '最多同时选 8 个标签'))

export const tag = {
  list: endpoint({
    method: 'GET',
    path: '/tag/list',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 600,
    summary: 'List all tags in display order, with their number of books',
    input: z.object({}),
    output: z.strictObject({ list: z.array(Tag) }),
  }),
}
