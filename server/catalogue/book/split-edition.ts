import { v7 as newId } from 'uuid'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { fail } from '#shared/api/failure.ts'
import { describeEdition } from '#shared/api/book/edition-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { requireVersion, versionOf } from '#server/catalogue/editing/draft-version.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { readBookDraft } from './book-drafts.ts'
import {
  findEdition,
  lockDrafts,
  type SeenEdition,
  withEdition,
  withoutEdition,
  writeChangedBooks,
} from './change-editions.ts'
import { removeBook } from './remove-book.ts'

/**
 * Moves one edition of a book to a new book and returns the id of the new book. The new book gets a copy of the data of
 * the other one, except for the cover and the text, which stay with the other book. Must run in a transaction. Throws
 * `conflict` when the book has changed since the editor saw it, or has no other edition.
 */
export async function splitEdition(db: Db, editing: Editing, { id, bookId, version }: SeenEdition) {
  const before = (await lockDrafts(db, [bookId]))(bookId)
  requireVersion(before, version, `《${before.title}》`)
  const { edition, position } = findEdition(before, id)
  if (before.editions.length === 1) fail('conflict', '这本书只有这一个版本，不用拆')
  const newBookId = newId()
  const title = edition.title ?? before.title
  const draft: BookDraft = { ...before, title, cover: null, free: null, editions: [edition] }
  const auditId = await recordEdit(db, editing, 'edition.split', bookId, {
    editionId: id,
    edition: describeEdition(edition),
    position,
    newBookId,
    newTitle: title,
    newVersion: versionOf(draft),
  })
  await writeChangedBooks(db, [
    { id: bookId, draft: withoutEdition(before, id) },
    { id: newBookId, draft },
  ])
  return { id: newBookId, auditId }
}

/** The entry of the audit log about a book that was made from an edition of another one. */
interface Split {
  /** The id of the edition. */
  id: string
  bookId: string
  newBookId: string
  newVersion: string
  position: number
}

/**
 * Returns an edition to the book from which it was split and deletes the new book. Must run in a transaction. Throws
 * `conflict` when the new book was changed, or anything else, such as a comment, refers to the new book.
 */
export async function undoSplit(db: Db, editing: Editing, { id, bookId, newBookId, newVersion, position }: Split) {
  const draftOf = await lockDrafts(db, [bookId, newBookId])
  if (versionOf(await readBookDraft(db, newBookId)) !== newVersion)
    fail('conflict', '拆出来的书后来改过，不能撤销；可以把它并回原来的书')
  const { edition } = findEdition(draftOf(newBookId), id)
  await writeChangedBooks(db, [
    { id: newBookId, draft: withoutEdition(draftOf(newBookId), id) },
    { id: bookId, draft: withEdition(draftOf(bookId), edition, position) },
  ])
  await removeBook(db, editing, newBookId)
  return { id: bookId }
}
