import * as z from 'zod/mini'
import { BookDraft } from './book-draft.ts'
import { EditResult, MergePair, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text, Time } from '#shared/api/text.ts'

/** One line of the editors' list of books. */
export const BookAdminRow = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  isbn13: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  countPlaces: z.int(),
  countComments: z.int(),
  /** An editor has changed it, so that the catalogue leaves it alone. */
  isEdited: z.boolean(),
})
export type BookAdminRow = z.infer<typeof BookAdminRow>

/** A book as an editor begins to edit it. */
export const EditedBook = z.strictObject({
  id: Id,
  version: Version,
  book: BookDraft,
  /** What readers have done about it, and how much. */
  userContent: z.array(z.strictObject({ kind: z.string(), count: z.int() })),
  /** Who changed it last by hand. */
  lastEdit: z.nullable(z.strictObject({ name: z.string(), time: Time })),
})
export type EditedBook = z.infer<typeof EditedBook>

/** What editors do with books. */
export const bookAdmin = {
  adminList: endpoint({
    method: 'POST',
    path: '/admin/book/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Books by a part of title or author, or by ISBN or id; without any, the newest first',
    input: z.object({ query: z._default(text(0, 100), ''), ...paging }),
    output: pageOf(BookAdminRow),
  }),
  inspect: endpoint({
    method: 'GET',
    path: '/admin/book/{id}',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'One book as an editor edits it',
    input: z.object({ id: Id }),
    output: EditedBook,
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/book/create',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Add a book by hand',
    input: z.object({ book: BookDraft }),
    output: EditResult,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/book/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Change a book; refused where another changed it since it was read',
    input: z.object({ id: Id, version: Version, book: BookDraft }),
    output: EditResult,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/admin/book/remove',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Take a book away that nothing of readers hangs on',
    input: z.object({ id: Id }),
    output: EditResult,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/admin/book/merge',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Make one book of two, with all that hangs on either; old addresses lead to the one that stays',
    input: z.object(MergePair),
    output: EditResult,
  }),
}
