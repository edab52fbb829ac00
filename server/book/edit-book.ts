import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import type { Editing } from '#server/editing/as-editor.ts'
import { recordEdit } from '#server/editing/note-edit.ts'
import { requireVersion } from '#server/editing/draft-version.ts'
import { findBookDraft, withPlacesThere } from './book-drafts.ts'
import { refreshBooks, writeBook } from './write-book.ts'

/** Adds a book by hand. Returns the audit's entry. */
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
  /** What the editor began with. */
  version: string
  draft: BookDraft
}

/** Changes a book, unless it is no longer what the editor began with. */
export async function updateBook(db: Db, editing: Editing, { id, version, draft }: Change) {
  const before = await lockBookDraft(db, id)
  requireVersion(before, version, `《${before.title}》`)
  const change = await writeBook(db, id, editing.undoes === undefined ? draft : await withPlacesThere(db, draft))
  await db.updateTable('book').set({ editedAt: new Date() }).where('id', '=', id).execute()
  const auditId = await recordEdit(db, editing, 'book.update', id, { before, after: await findBookDraft(db, id) })
  await refreshBooks(db, [change])
  return { id, auditId }
}

/** A book as it is, and stays until the transaction ends. */
export async function lockBookDraft(db: Db, id: string): Promise<BookDraft> {
  await sql`select from book where id = ${id} for no key update`.execute(db)
  return (await findBookDraft(db, id)) ?? fail('missing', '没有找到这本书，它可能已被合并或移走')
}
