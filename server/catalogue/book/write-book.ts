import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { writeEditions } from '#server/catalogue/edition/write-editions.ts'
import { type ItemChange, writeItem } from '#server/catalogue/item/write-item.ts'
import { unlinkPeople } from '#server/catalogue/person/link-people.ts'

/**
 * Inserts or updates a book with its editions, tags and places. Must run in a transaction; the caller must call
 * `refreshItems` as the last step of the transaction. Throws `conflict` when another edition has the same ISBN.
 */
export async function writeBook(db: Db, id: string, draft: BookDraft): Promise<ItemChange> {
  const { tags, places, era, editions, ...columns } = draft
  const values = { ...columns, eraFrom: era?.from ?? null, eraTo: era?.to ?? null }
  const people = await unlinkPeople(db, [id])
  const change = await writeItem(db, { itemType: 'book', itemId: id }, { tags, places }, async () => {
    await db
      .insertInto('book')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    await writeEditions(db, id, editions)
  })
  return { ...change, people }
}

/**
 * Returns the draft of a new book without the ids of its editions, because those belong to the book that the draft was
 * copied from.
 */
export function withNewEditions(draft: BookDraft): BookDraft {
  return { ...draft, editions: draft.editions.map((edition) => ({ ...edition, id: null })) }
}
