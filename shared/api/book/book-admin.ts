import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { BookDraft, StoredBook } from './book-draft.ts'
import { EditResult, LastEdit, MergePair, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, text } from '#shared/api/text.ts'

/** An entry of the list of books on the admin pages. */
export const BookAdminRow = z.strictObject({
  id: Id,
  title: z.string(),
  authors: z.array(z.string()),
  isbn13: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  countPlaces: z.int(),
  countComments: z.int(),
  isEdited: described(
    'Whether an editor has changed the book. The catalogue import does not overwrite edited books.',
    z.boolean(),
  ),
})
export type BookAdminRow = z.infer<typeof BookAdminRow>

/** A book with all data that the edit form needs. */
export const EditedBook = z.strictObject({
  id: Id,
  version: Version,
  book: StoredBook,
  userContent: described(
    'Number of comments, likes and other entries of users that refer to the book, by kind (in Chinese).',
    z.array(z.strictObject({ kind: z.string(), count: z.int() })),
  ),
  lastEdit: described('The last edit of the book by an editor.', z.nullable(LastEdit)),
})
export type EditedBook = z.infer<typeof EditedBook>

/** The API calls with which editors manage books. Their names begin with `book.`, as those in `book.ts` do. */
export const bookAdmin = {
  adminList: endpoint({
    method: 'POST',
    path: '/admin/book/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List books by a part of title or author, or by ISBN or id; the newest first if the query is empty',
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
    summary: 'Get one book for editing',
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
    summary: 'Create a book',
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
    summary: 'Change a book; refused if the book was changed since `version` was read',
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
    summary: 'Delete a book; refused if any comment, rating or other entry of users refers to it',
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
    summary:
      'Merge one book into another, which receives all comments, ratings and other entries; the old address redirects',
    input: z.object(MergePair),
    output: EditResult,
  }),
}
