import type { bookAdmin } from '#shared/api/book/book-admin.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import { asEditor } from '#server/catalogue/editing/as-editor.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import { findLastEdit } from '#server/catalogue/editing/find-last-edit.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { withBookCovers } from './accept-book-covers.ts'
import { countBookAdminRows, listBookAdminRows } from './book-admin-queries.ts'
import { readBookDraft } from './book-drafts.ts'
import { countBlockingRows } from './book-references.ts'
import { createBook, updateBook } from './edit-book.ts'
import { mergeBooks } from './merge-books.ts'
import { removeBook } from './remove-book.ts'

export const bookAdminHandlers: NounHandlers<typeof bookAdmin> = {
  async adminList(request, { db }) {
    const [page, total] = await Promise.all([listBookAdminRows(db, request), countBookAdminRows(db, request.query)])
    return { ...page, total }
  },

  async inspect({ id }, { db }) {
    const book = await readBookDraft(db, id)
    const [userContent, lastEdit] = await Promise.all([countBlockingRows(db, id), findLastEdit(db, id)])
    return { id, version: versionOf(book), book, userContent, lastEdit }
  },

  create({ book }, context) {
    const { id: userId } = requireUser(context)
    return withBookCovers(context.storage, { userId, draft: book, known: null }, (draft) =>
      asEditor(context, (db, editing) => createBook(db, editing, draft)),
    )
  },

  // When an edit replaces a cover, the old picture stays in the storage, because an undo of the edit shows it again.
  async update({ id, version, book }, context) {
    const { id: userId } = requireUser(context)
    const known = await readBookDraft(context.db, id)
    return withBookCovers(context.storage, { userId, draft: book, known }, (draft) =>
      asEditor(context, (db, editing) => updateBook(db, editing, { id, version, draft })),
    )
  },

  remove: ({ id }, context) => asEditor(context, (db, editing) => removeBook(db, editing, id)),

  merge: (pair, context) => asEditor(context, (db, editing) => mergeBooks(db, editing.editorId, pair)),
}
