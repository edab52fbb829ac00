import * as z from 'zod/mini'
import { EditResult, MergePair, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Tag, TagKind } from './tag.ts'
import { Id, name } from '#shared/api/text.ts'

const fields = { name: name(12), kind: TagKind }
const position = z.int('须为整数').check(z.minimum(0, '从 0 起'), z.maximum(100_000, '太大了'))

/** A tag as editors see it, those on no book as well. */
export const TagAdminRow = z.strictObject({ ...Tag.shape, position: z.int(), version: Version })
export type TagAdminRow = z.infer<typeof TagAdminRow>

/** What editors do with tags. */
export const tagAdmin = {
  adminList: endpoint({
    method: 'GET',
    path: '/admin/tag/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'All tags in their order, those on no book as well',
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
    summary: 'Add a tag, the last of all',
    input: z.object(fields),
    output: EditResult,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/tag/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Rename a tag, change its kind or its place in the order; its old name goes on leading to it',
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
    summary: 'Take a tag away that is on nothing',
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
    summary: 'Make one tag of two; the other name goes on leading to it',
    input: z.object(MergePair),
    output: EditResult,
  }),
}
