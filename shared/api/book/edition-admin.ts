import * as z from 'zod/mini'
import { EditResult, MergePair, Version } from '#shared/api/editing.ts'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id } from '#shared/api/text.ts'

/** The book that has the edition, and the version of the book that the editor saw (see `book.inspect`). */
const seenBook = { bookId: described('The book that has the edition.', Id), version: Version }

const editionId = described('The id of the edition.', Id)

/** The API calls with which editors manage editions beyond the fields that `book.update` writes. */
export const editionAdmin = {
  split: endpoint({
    method: 'POST',
    path: '/admin/edition/split',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Make a book of its own from one of several editions of a book; returns the id of the new book',
    input: z.object({ id: editionId, ...seenBook }),
    output: EditResult,
  }),
  move: endpoint({
    method: 'POST',
    path: '/admin/edition/move',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Move an edition to the end of the editions of another book; returns the id of the other book',
    input: z.object({ id: editionId, ...seenBook, toBookId: Id }),
    output: EditResult,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/admin/edition/merge',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Merge one edition of a book into another one, whose empty fields it fills; returns the id of the book',
    input: z.object({ ...MergePair, ...seenBook }),
    output: EditResult,
  }),
}
