import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockItem } from '#server/catalogue/item/lock-item.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'
import type { ItemChange } from '#server/catalogue/item/write-item.ts'
import { readBookDraft } from './book-drafts.ts'
import { writeBook } from './write-book.ts'

/** An edition, the book that has it, and the version of the book that the editor saw. */
export interface SeenEdition {
  id: string
  bookId: string
  version: string
}

/** An edition, and its position among the editions of its book, counted from 0. */
interface FoundEdition {
  edition: DraftEdition
  position: number
}

/** The largest number of editions that a book may have. */
const maxEditions = 50

/** Throws `conflict` when two books that are to be merged have together more editions than one book may have. */
export async function requireRoomForEditions(db: Db, bookIds: [string, string]) {
  const rows = await db.selectFrom('edition').select('id').where('bookId', 'in', bookIds).execute()
  if (rows.length > maxEditions)
    fail('conflict', `两本书一共有 ${rows.length} 个版本，一本书最多 ${maxEditions} 个，请先合并或移除一些版本`)
}

/**
 * Locks books until the transaction ends and returns their drafts by id. The books are locked in the order of their
 * ids, so that concurrent commands cannot deadlock. Throws `missing` when a book does not exist.
 */
export async function lockDrafts(db: Db, ids: string[]): Promise<(id: string) => BookDraft> {
  const drafts = new Map<string, BookDraft>()
  for (const itemId of ids.toSorted()) {
    await lockItem(db, { itemType: 'book', itemId })
    drafts.set(itemId, await readBookDraft(db, itemId))
  }
  return (id) => drafts.get(id) ?? fail('missing', '没有这本书')
}

/** Throws `missing` when the draft has no such edition, for example because it was moved to another book. */
export function findEdition({ editions }: BookDraft, id: string): FoundEdition {
  const position = editions.findIndex((one) => one.id === id)
  const edition = editions[position]
  return edition ? { edition, position } : fail('missing', '这本书没有这个版本，它可能已被移到另一本书')
}

export function withoutEdition(draft: BookDraft, id: string): BookDraft {
  return { ...draft, editions: draft.editions.filter((one) => one.id !== id) }
}

/**
 * Adds an edition to a draft; without a position, at the end. Throws `conflict` when the book has too many editions.
 */
export function withEdition(draft: BookDraft, edition: DraftEdition, position = draft.editions.length): BookDraft {
  if (draft.editions.length >= maxEditions) fail('conflict', `《${draft.title}》已有 ${maxEditions} 个版本，放不下了`)
  return { ...draft, editions: draft.editions.toSpliced(position, 0, edition) }
}

/**
 * Writes books whose editions an editor has changed. If an edition moves from one book to another, the book that loses
 * it must come first in the list. Must run as the last step of a transaction that has locked the books.
 */
export async function writeChangedBooks(db: Db, books: { id: string; draft: BookDraft }[]) {
  const changes: ItemChange[] = []
  for (const { id, draft } of books) changes.push(await writeBook(db, id, draft))
  const ids = books.map(({ id }) => id)
  await db.updateTable('book').set({ editedAt: new Date() }).where('id', 'in', ids).execute()
  await refreshItems(db, 'book', changes)
}
