import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { isViolationOf } from '#server/db/violation.ts'
import { type ItemChange, writeItem } from '#server/item/write-item.ts'

/**
 * Inserts or updates a book with its tags and places. Must run in a transaction; the caller must call `refreshItems` as
 * its last step. Throws `conflict` when another book has the same ISBN.
 */
export async function writeBook(db: Db, id: string, draft: BookDraft): Promise<ItemChange> {
  const { tags, places, era, ...columns } = draft
  const values = { ...columns, eraFrom: era?.from ?? null, eraTo: era?.to ?? null }
  return writeItem(db, { itemType: 'book', itemId: id }, { tags, places }, async () => {
    try {
      await db
        .insertInto('book')
        .values({ id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute()
    } catch (error) {
      if (!isViolationOf(error, 'book_isbn13_key')) throw error
      fail('conflict', '已经有一本书用了这个 ISBN，请并到那本书上', { fields: { isbn13: '已经有一本书用了它' } })
    }
  })
}
