import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockForRemoval, removeItem } from '#server/catalogue/item/remove-item.ts'
import type { ItemChange } from '#server/catalogue/item/write-item.ts'
import { unlinkPeople } from '#server/catalogue/person/link-people.ts'
import { countBlockingRows } from './book-references.ts'

/**
 * Deletes the rows of a book and of its links to tags and places. Must run in a transaction; the caller must call
 * `refreshItems` later in the transaction. Throws `conflict`, with a message that names the references, when anything
 * else, such as a comment, refers to the book.
 */
export async function deleteBookRows(db: Db, id: string): Promise<ItemChange> {
  const book = { itemType: 'book', itemId: id } as const
  await lockForRemoval(db, book)
  const blocking = await countBlockingRows(db, id)
  if (blocking.length > 0)
    fail(
      'conflict',
      `这本书上已经有${blocking.map(({ kind }) => kind).join('、')}，不能移除；它如果是另一本的重复，可以并过去`,
    )
  const people = await unlinkPeople(db, [id])
  return { ...(await removeItem(db, book)), people }
}
