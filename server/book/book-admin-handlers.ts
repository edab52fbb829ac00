import type { bookAdmin } from '#shared/api/book/book-admin.ts'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import { requireUser } from '#server/call/require-user.ts'
import { asEditor } from '#server/editing/as-editor.ts'
import { versionOf } from '#server/editing/draft-version.ts'
import { findLastEdit } from '#server/editing/find-last-edit.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import type { Storage } from '#server/storage/storage.ts'
import { withCover } from '#server/upload/accept-cover.ts'
import { countBookAdminRows, listBookAdminRows } from './book-admin-queries.ts'
import { readBookDraft } from './book-drafts.ts'
import { countBlockingRows } from './book-references.ts'
import { createBook, updateBook } from './edit-book.ts'
import { mergeBooks } from './merge-books.ts'
import { deleteBook } from './delete-book.ts'

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
    return withCovers(context.storage, { userId, book, known: null }, (draft) =>
      asEditor(context, (db, editing) => createBook(db, editing, draft)),
    )
  },

  // When an edit replaces a cover, the old picture stays in the storage, because an undo of the edit shows it again.
  async update({ id, version, book }, context) {
    const { id: userId } = requireUser(context)
    const known = await readBookDraft(context.db, id)
    return withCovers(context.storage, { userId, book, known }, (draft) =>
      asEditor(context, (db, editing) => updateBook(db, editing, { id, version, draft })),
    )
  },

  remove: ({ id }, context) => asEditor(context, (db, editing) => deleteBook(db, editing, id)),

  merge: (pair, context) => asEditor(context, (db, editing) => mergeBooks(db, editing.editorId, pair)),
}

interface Covered {
  userId: string
  book: BookDraft
  /** The book as it is stored, whose covers need not be uploaded again; null for a new book. */
  known: BookDraft | null
}

/**
 * Converts the uploaded covers of a book and of its editions and calls `write`, which saves the book with their storage
 * keys. Deletes the pictures if `write` fails.
 */
function withCovers<T>(
  storage: Storage,
  { userId, book, known }: Covered,
  write: (draft: BookDraft) => Promise<T>,
): Promise<T> {
  const stored = new Set(known?.editions.map(({ cover }) => cover))
  const acceptFrom = (at: number, editions: DraftEdition[]): Promise<T> => {
    const edition = book.editions[at]
    if (edition === undefined)
      return withCover(storage, { userId, cover: book.cover, known: known?.cover ?? null }, (cover) =>
        write({ ...book, cover, editions }),
      )
    const own = { userId, cover: edition.cover, known: stored.has(edition.cover) ? edition.cover : null }
    return withCover(storage, own, (cover) => acceptFrom(at + 1, [...editions, { ...edition, cover }]))
  }
  return acceptFrom(0, [])
}
