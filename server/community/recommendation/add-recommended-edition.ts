import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import { DraftEdition } from '#shared/api/book/edition.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockDrafts, withEdition, withoutEdition } from '#server/catalogue/book/change-editions.ts'
import { writeBook } from '#server/catalogue/book/write-book.ts'
import { versionOf } from '#server/catalogue/editing/draft-version.ts'
import type { ItemChange } from '#server/catalogue/item/write-item.ts'

/** Returns a change for `refreshItems` that says that the tags, places and people of a book stay the same. */
function unchanged(bookId: string): ItemChange {
  return { id: bookId, tags: new Map(), places: [] }
}

/** Returns an edition of which only the ISBN of a reader's copy is known. */
function editionOf(id: string, isbn13: string): DraftEdition {
  return z.parse(DraftEdition, { id, isbn13, source: '读者推荐时填写' })
}

/**
 * Adds an edition with the ISBN of a recommendation to the recommended book, unless some edition has the ISBN already.
 * Must run in a transaction, at whose end the caller passes `change` to `refreshItems`. Also returns the id of the new
 * edition, or null. Throws `missing` when the book does not exist.
 */
export async function addRecommendedEdition(db: Db, bookId: string, isbn13: string | null) {
  const none = { change: unchanged(bookId), editionId: null }
  if (isbn13 === null) return none
  const book = (await lockDrafts(db, [bookId]))(bookId)
  const known = await db.selectFrom('edition').select('id').where('isbn13', '=', isbn13).executeTakeFirst()
  if (known !== undefined) return none
  const editionId = newId()
  const change = await writeBook(db, bookId, withEdition(book, editionOf(editionId, isbn13)))
  // The book counts as changed by an editor from now on. Otherwise the catalogue, which does not have the new edition,
  // would overwrite the book.
  await db.updateTable('book').set({ editedAt: new Date() }).where('id', '=', bookId).execute()
  return { change, editionId }
}

/**
 * Removes the edition that the approval of a recommendation added, unless the edition has been changed, moved or
 * removed since. Must run in a transaction, at whose end the caller passes the result to `refreshItems`.
 */
export async function removeRecommendedEdition(db: Db, bookId: string, editionId: string | null): Promise<ItemChange> {
  if (editionId === null) return unchanged(bookId)
  const book = (await lockDrafts(db, [bookId]))(bookId)
  const edition = book.editions.find(({ id }) => id === editionId)
  const isUntouched = edition?.isbn13 && versionOf(edition) === versionOf(editionOf(editionId, edition.isbn13))
  return isUntouched ? writeBook(db, bookId, withoutEdition(book, editionId)) : unchanged(bookId)
}
