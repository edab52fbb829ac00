import * as z from 'zod/mini'
import { EditResult, LargeChange, MergePair, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Tag, TagKind } from './tag.ts'
import { Id, name } from '#shared/api/text.ts'

const fields = { name: name(12), kind: TagKind }
const position = z.int('须为整数').check(z.minimum(0, '从 0 起'), z.maximum(100_000, '太大了'))

/**
 * A tag as the admin pages list it; they also list tags that no book has. `change` is the change of the tag for which a
 * background job still updates books; null if there is none.
 */
export const TagAdminRow = z.strictObject({
  ...Tag.shape,
  position: z.int(),
  version: Version,
  change: z.nullable(LargeChange),
})
export type TagAdminRow = z.infer<typeof TagAdminRow>

/** The API calls with which editors manage tags. Their names begin with `tag.`, as those in `tag.ts` do. */
export const tagAdmin = {
  adminList: endpoint({
    method: 'GET',
    path: '/admin/tag/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List all tags in display order, including tags that no book has',
    input: z.object({}),
    output: z.strictObject({ list: z.array(TagAdminRow) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/tag/create',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Create a tag, in the last position',
    input: z.object(fields),
    output: EditResult,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/tag/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Rename a tag, or change its kind or position; the old name redirects to the new one',
    input: z.object({ id: Id, version: Version, ...fields, position }),
    output: EditResult,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/admin/tag/remove',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Delete a tag; refused if any book or video has it',
    input: z.object({ id: Id }),
    output: EditResult,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/admin/tag/merge',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Merge one tag into another; the old name redirects to the tag that stays',
    input: z.object(MergePair),
    output: EditResult,
  }),
}
