import { v7 as newId } from 'uuid'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { requireVersion } from '#server/catalogue/editing/draft-version.ts'
import { withExistingPlaces } from '#server/catalogue/item/item-drafts.ts'
import { lockItem } from '#server/catalogue/item/lock-item.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'
import { readBookDraft } from './book-drafts.ts'
import { withNewEditions, writeBook } from './write-book.ts'

/** Creates a book. Must run in a transaction. Returns the ids of the book and of the entry in the audit log. */
export async function createBook(db: Db, editing: Editing, draft: BookDraft) {
  const id = newId()
  const change = await writeBook(db, id, withNewEditions(draft))
  await db.updateTable('book').set({ editedAt: new Date() }).where('id', '=', id).execute()
  const auditId = await recordEdit(db, editing, 'book.create', id, { after: draft })
  await refreshItems(db, 'book', [change])
  return { id, auditId }
}

interface Change {
  id: string
  /** The version of the book that the editor's form was filled with. */
  version: string
  draft: BookDraft
}

/**
 * Updates a book. Must run in a transaction. Throws `conflict` when somebody else has changed the book since the editor
 * loaded the given version.
 */
export async function updateBook(db: Db, editing: Editing, { id, version, draft }: Change) {
  await lockItem(db, { itemType: 'book', itemId: id })
  const before = await readBookDraft(db, id)
  requireVersion(before, version, `《${before.title}》`)
  const change = await writeBook(db, id, editing.undoes === undefined ? draft : await withExistingPlaces(db, draft))
  await db.updateTable('book').set({ editedAt: new Date() }).where('id', '=', id).execute()
  const auditId = await recordEdit(db, editing, 'book.update', id, { before, after: await readBookDraft(db, id) })
  await refreshItems(db, 'book', [change])
  return { id, auditId }
}
