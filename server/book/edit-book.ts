import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import type { Editing } from '#server/editing/as-editor.ts'
import { recordEdit } from '#server/editing/record-edit.ts'
import { requireVersion } from '#server/editing/draft-version.ts'
import { findBookDraft, withExistingPlaces } from './book-drafts.ts'
import { refreshBooks, writeBook } from './write-book.ts'

/** Creates a book. Must run in a transaction. Returns the id of the book and of the entry in the audit log. */
export async function createBook(db: Db, editing: Editing, draft: BookDraft) {
  const id = newId()
  const change = await writeBook(db, id, draft)
  await db.updateTable('book').set({ editedAt: new Date() }).where('id', '=', id).execute()
  const auditId = await recordEdit(db, editing, 'book.create', id, { after: draft })
  await refreshBooks(db, [change])
  return { id, auditId }
}

interface Change {
  id: string
  /** The version of the book that the editor began with. */
  version: string
  draft: BookDraft
}

/**
 * Updates a book. Must run in a transaction. Throws `conflict` when somebody else has changed the book since the editor loaded
 * the given version.
 */
export async function updateBook(db: Db, editing: Editing, { id, version, draft }: Change) {
  const before = await lockBookDraft(db, id)
  requireVersion(before, version, `《${before.title}》`)
  const change = await writeBook(db, id, editing.undoes === undefined ? draft : await withExistingPlaces(db, draft))
  await db.updateTable('book').set({ editedAt: new Date() }).where('id', '=', id).execute()
  const auditId = await recordEdit(db, editing, 'book.update', id, { before, after: await findBookDraft(db, id) })
  await refreshBooks(db, [change])
  return { id, auditId }
}

/** Locks a book until the transaction ends and returns its draft. Throws `missing` when the book does not exist. */
async function lockBookDraft(db: Db, id: string): Promise<BookDraft> {
  await sql`select from book where id = ${id} for no key update`.execute(db)
  return (await findBookDraft(db, id)) ?? fail('missing', '没有找到这本书，它可能已被合并或移走')
}
