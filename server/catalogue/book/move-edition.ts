import { fail } from '#shared/api/failure.ts'
import { describeEdition } from '#shared/api/book/edition-text.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { requireVersion } from '#server/catalogue/editing/draft-version.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import {
  findEdition,
  lockDrafts,
  type SeenEdition,
  withEdition,
  withoutEdition,
  writeChangedBooks,
} from './change-editions.ts'

/**
 * Moves an edition to the end of the editions of another book. Must run in a transaction. Returns the id of the other
 * book. Throws `conflict` when the book has changed since the editor saw it.
 */
export async function moveEdition(db: Db, editing: Editing, seen: SeenEdition & { toBookId: string }) {
  const { id, bookId, version, toBookId } = seen
  if (bookId === toBookId) fail('invalid', '这个版本已经在这本书里，请选另一本', { fields: { toBookId: '同一本书' } })
  const draftOf = await lockDrafts(db, [bookId, toBookId])
  requireVersion(draftOf(bookId), version, `《${draftOf(bookId).title}》`)
  return transfer(db, editing, { id, bookId, toBookId })
}

/** The place of an edition before a move, as the audit log records it. */
interface Move {
  /** The id of the edition. */
  id: string
  bookId: string
  toBookId: string
  /** The position in the other book, counted from 0; at the end if undefined. */
  toPosition?: number
}

async function transfer(db: Db, editing: Editing, { id, bookId, toBookId, toPosition }: Move) {
  const draftOf = await lockDrafts(db, [bookId, toBookId])
  const [from, to] = [draftOf(bookId), draftOf(toBookId)]
  const { edition, position } = findEdition(from, id)
  const books = [
    { id: bookId, draft: withoutEdition(from, id) },
    { id: toBookId, draft: withEdition(to, edition, toPosition) },
  ]
  const detail = {
    editionId: id,
    edition: describeEdition(edition),
    from: from.title,
    to: to.title,
    toBookId,
    position,
  }
  const auditId = await recordEdit(db, editing, 'edition.move', bookId, detail)
  await writeChangedBooks(db, books)
  return { id: toBookId, auditId }
}

/**
 * Moves an edition back to its former place. Must run in a transaction. Throws `missing` when the edition has left the
 * other book since, or one of the books no longer exists.
 */
export function undoMove(db: Db, editing: Editing, { id, bookId, toBookId, position }: Move & { position: number }) {
  return transfer(db, editing, { id, bookId: toBookId, toBookId: bookId, toPosition: position })
}
