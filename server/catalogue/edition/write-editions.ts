import { v7 as newId } from 'uuid'
import type { DraftEdition } from '#shared/api/book/edition.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'

/**
 * Replaces the editions of a book by those of a draft, in its order. Editions of the draft that have an id retain it,
 * so that an undone deletion restores the id. Must run in a transaction that has locked the book; the caller links the
 * people afterwards. Throws `conflict` when an edition belongs to another book by now, or another edition has the ISBN.
 */
export async function writeEditions(db: Db, bookId: string, drafts: DraftEdition[]) {
  const rows = drafts.map(({ id, ...fields }, position) => ({ id: id ?? newId(), bookId, position, ...fields }))
  const ids = rows.map(({ id }) => id)
  const moved = ids.length === 0 ? [] : await listForeign(db, bookId, ids)
  if (moved.length > 0) refuseMoved()
  await db
    .deleteFrom('edition')
    .where('bookId', '=', bookId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
  // Two editions of the draft may exchange their ISBNs, so all are cleared first.
  await db.updateTable('edition').set({ isbn13: null }).where('bookId', '=', bookId).execute()
  for (const row of rows) await writeEdition(db, row)
}

type EditionRow = Omit<DraftEdition, 'id'> & { id: string; bookId: string; position: number }

/**
 * Inserts the editions of new books. Must run in a transaction. Throws `conflict` when an edition belongs to another
 * book, or another edition has the ISBN.
 */
export async function insertEditions(db: Db, rows: EditionRow[]) {
  if (rows.length === 0) return
  try {
    await db.insertInto('edition').values(rows).execute()
  } catch (error) {
    if (isViolationOf(error, 'edition_pkey')) refuseMoved()
    if (!isViolationOf(error, 'edition_isbn13_key')) throw error
    refuse('已经有一个版本用了这个 ISBN；如果是同一本书，请并到那本书上')
  }
}

async function listForeign(db: Db, bookId: string, ids: string[]) {
  return db.selectFrom('edition').select('id').where('id', 'in', ids).where('bookId', '<>', bookId).execute()
}

async function writeEdition(db: Db, row: EditionRow) {
  const { id, ...values } = row
  try {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('edition')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values).where('edition.bookId', '=', row.bookId))
      .executeTakeFirst()
    // Nothing is written if another transaction has moved the edition to another book since the first check.
    if (!numInsertedOrUpdatedRows) refuseMoved()
  } catch (error) {
    if (!isViolationOf(error, 'edition_isbn13_key')) throw error
    refuse('已经有一个版本用了这个 ISBN；如果是同一本书，请并到那本书上', `editions.${row.position}.isbn13`)
  }
}

function refuseMoved(): never {
  return refuse('有一个版本已经移到另一本书，请刷新后再改')
}

function refuse(message: string, path = 'editions'): never {
  return fail('conflict', message, { fields: { [path]: message } })
}
