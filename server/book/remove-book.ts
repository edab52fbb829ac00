import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { type ItemChange, unlinkTagsAndPlaces } from '#server/item/write-item.ts'
import { countBlockingRows } from './book-references.ts'

/**
 * Removes a book with its tags and places. Must run in a transaction, in which `refreshBooks` follows. Throws `conflict`, naming
 * the references, when anything else refers to the book.
 */
export async function removeBook(db: Db, id: string): Promise<ItemChange> {
  // The lock makes concurrent comments and reactions wait, so that they then find that the book no longer exists.
  await sql`select from book where id = ${id} for update`.execute(db)
  const blocking = await countBlockingRows(db, id)
  if (blocking.length > 0)
    fail(
      'conflict',
      `这本书上已经有${blocking.map(({ kind }) => kind).join('、')}，不能移走；它如果是另一本的重复，可以并过去`,
    )
  const change = await unlinkTagsAndPlaces(db, { itemType: 'book', itemId: id })
  await db.deleteFrom('book').where('id', '=', id).execute()
  return change
}
