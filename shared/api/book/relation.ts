import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { AuthorIds } from '#shared/api/author-ids.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id } from '#shared/api/text.ts'

/**
 * How one book refers to another: it translates, retells, answers, continues, quotes or merely mentions the other book,
 * was inspired by it, or writes about its author.
 */
export const RelationKind = z.enum(
  ['translates', 'retells', 'answers', 'continues', 'quotes', 'mentions', 'inspiredBy', 'aboutAuthor'],
  { error: '没有这种关系' },
)
export type RelationKind = z.infer<typeof RelationKind>

/** A relation between two books, as shown on the page of one of them; `book` is the other one. */
export const Relation = z.strictObject({
  kind: RelationKind,
  isReverse: described(
    'Whether the relation is read from its other end: the other book translates, retells, … the book of the page.',
    z.boolean(),
  ),
  sentence: described('One sentence that says what the relation consists in.', z.string()),
  book: z.strictObject({
    id: Id,
    title: z.string(),
    authors: z.array(z.string()),
    authorIds: AuthorIds,
    cover: z.nullable(z.string()),
  }),
})
export type Relation = z.infer<typeof Relation>

export const relation = {
  list: endpoint({
    method: 'GET',
    path: '/book/{id}/relation',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary:
      'List the books to which one book refers, by translating, retelling or quoting them and the like, and those that refer to it',
    input: z.object({ id: Id }),
    output: z.strictObject({ list: z.array(Relation) }),
  }),
}
