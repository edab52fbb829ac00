import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { EditResult, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, text } from '#shared/api/text.ts'
import { RelationKind } from './relation.ts'

/** The two books and the kind of a relation, which together identify the relation. */
const key = {
  fromBookId: described('The book that translates, retells, answers, continues or quotes the other one.', Id),
  toBookId: described('The other book.', Id),
  kind: RelationKind,
}

export const RelationKey = z.object(key)
export type RelationKey = z.infer<typeof RelationKey>

/** A relation between two books as an editor enters it. */
export const RelationDraft = z.object({
  ...key,
  sentence: described('One sentence for the pages of both books.', text(8, 100)),
})
export type RelationDraft = z.infer<typeof RelationDraft>

/** A relation of a book with all data that the edit form needs. */
export const EditedRelation = z.strictObject({
  version: Version,
  relation: z.strictObject({ ...key, sentence: z.string() }),
  other: described(
    'The book at the other end of the relation.',
    z.strictObject({ id: Id, title: z.string(), authors: z.array(z.string()) }),
  ),
})
export type EditedRelation = z.infer<typeof EditedRelation>

export const relationAdmin = {
  inspect: endpoint({
    method: 'GET',
    path: '/admin/book/{id}/relation',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the relations of one book for editing',
    input: z.object({ id: Id }),
    output: z.strictObject({ list: z.array(EditedRelation) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/relation/create',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary:
      'Add a relation between two books; refused if they have one of this kind, except that each may quote the other',
    input: z.object({ relation: RelationDraft }),
    output: EditResult,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/relation',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Change the relation that `key` identifies; refused if it was changed since `version` was read',
    input: z.object({ key: RelationKey, version: Version, relation: RelationDraft }),
    output: EditResult,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/admin/relation/remove',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Remove a relation between two books',
    input: z.object({ key: RelationKey }),
    output: EditResult,
  }),
}
