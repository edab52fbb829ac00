import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import { lockMerge } from '#server/catalogue/editing/lock-merge.ts'
import type { Undo } from '#server/catalogue/editing/undo-edit.ts'
import { coverUndoDays } from '#server/platform/storage/referenced-keys.ts'
import { updateBook } from './edit-book.ts'
import { unmergeBooks } from './unmerge-books.ts'
import { removeBook } from './remove-book.ts'
import { restoreBook } from './restore-book.ts'

export const bookUndos: Record<string, Undo> = {
  'book.create': (db, editorId, { auditId, targetId }) => removeBook(db, { editorId, undoes: auditId }, targetId),
  'book.update': (db, editorId, { auditId, targetId: id, detail, createTime }) => {
    const { before, after } = detail as { before: BookDraft; after: BookDraft }
    // After this number of days, a job deletes the picture of a replaced cover. Undoing an older edit therefore leaves
    // the present cover unchanged.
    const isCoverDeleted = Date.now() - createTime.getTime() > coverUndoDays * 24 * 3600 * 1000
    const draft = isCoverDeleted ? withCoversOf(before, after) : before
    return updateBook(db, { editorId, undoes: auditId }, { id, version: versionOf(after), draft })
  },
  'book.remove': (db, editorId, { auditId, targetId, detail }) =>
    restoreBook(db, { editorId, undoes: auditId }, targetId, detail['before'] as BookDraft),
  'book.merge': async (db, editorId, { auditId }) => unmergeBooks(db, editorId, await lockMerge(db, auditId)),
}

/** Returns the draft of a book with the covers that another draft has for the book and for each of its editions. */
function withCoversOf(draft: BookDraft, { cover, editions }: BookDraft): BookDraft {
  const coverOf = (id: string | null) => editions.find((edition) => edition.id === id)?.cover ?? null
  return { ...draft, cover, editions: draft.editions.map((edition) => ({ ...edition, cover: coverOf(edition.id) })) }
}
