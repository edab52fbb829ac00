import { sql } from 'kysely'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { invalidate } from '#server/cache/changes.ts'
import { topic } from '#server/cache/topics.ts'
import type { Db } from '#server/db/schema.ts'
import { restoreRow } from '#server/editing/move-references.ts'
import { addRedirect, removeRedirects } from '#server/editing/redirects.ts'
import { readSetting } from '#server/setting/setting-queries.ts'
import { withExistingPlaces } from '#server/item/item-drafts.ts'
import { refreshItems } from '#server/item/refresh-items.ts'
import { lockForRemoval } from '#server/item/remove-item.ts'
import { readBookDraft } from './book-drafts.ts'
import type { Editing } from '#server/editing/as-editor.ts'
import { recordEdit } from '#server/editing/record-edit.ts'
import { removeBook } from './remove-book.ts'
import { writeBook } from './write-book.ts'

/**
 * Deletes a book together with its recommendation by the site's own editorial account; an editor can undo this. Must
 * run in a transaction. Throws `conflict` when anything else, such as a comment, refers to the book.
 */
export async function deleteBook(db: Db, editing: Editing, id: string) {
  await lockForRemoval(db, { itemType: 'book', itemId: id })
  const before = await readBookDraft(db, id)
  const auditId = await recordEdit(db, editing, 'book.remove', id, { before })
  const editorialId = (await readSetting(db, 'editorialAccount')) ?? null
  await sql`
    update audit set detail = detail || jsonb_build_object(
      'row', (select to_jsonb(book) from book where id = ${id}),
      'recommendations', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from recommendation r where book_id = ${id} and user_id = ${editorialId}),
      'relations', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from book_relation r where ${id} in (from_book_id, to_book_id))
    ) where id = ${auditId}`.execute(db)
  await sql`delete from recommendation where book_id = ${id} and user_id = ${editorialId}`.execute(db)
  const book = await db.selectFrom('book').select('catalogKey').where('id', '=', id).executeTakeFirst()
  await addRedirect(db, 'book', [book?.catalogKey ?? null], null)
  await refreshItems(db, 'book', [await removeBook(db, id)])
  return { id, auditId }
}

/**
 * Restores a deleted book with its former id, recommendation, relations, tags and places. Must run in a transaction.
 */
export async function restoreBook(db: Db, editing: Editing & { undoes: string }, id: string, draft: BookDraft) {
  const { undoes } = editing
  await restoreRow(db, 'book', sql`(select detail -> 'row' from audit where id = ${undoes})`)
  await sql`
    insert into recommendation select own.* from audit,
      jsonb_populate_recordset(null::recommendation, detail -> 'recommendations') own where audit.id = ${undoes}`.execute(
    db,
  )
  await restoreRelations(db, undoes)
  const book = await db.selectFrom('book').select('catalogKey').where('id', '=', id).executeTakeFirst()
  await removeRedirects(db, 'book', [book?.catalogKey ?? null])
  const change = await writeBook(db, id, await withExistingPlaces(db, draft))
  const auditId = await recordEdit(db, editing, 'book.create', id, { after: draft })
  await refreshItems(db, 'book', [change])
  return { id, auditId }
}

/** Restores the relations that were deleted with a book, except for relations to books that no longer exist. */
async function restoreRelations(db: Db, auditId: string) {
  const { rows } = await sql<{ fromBookId: string; toBookId: string }>`
    insert into book_relation select own.* from audit,
      jsonb_populate_recordset(null::book_relation, detail -> 'relations') own
      join book one on one.id = own.from_book_id join book other on other.id = own.to_book_id
    where audit.id = ${auditId} on conflict do nothing returning from_book_id, to_book_id`.execute(db)
  await invalidate(db, ...rows.flatMap(({ fromBookId, toBookId }) => [topic.book(fromBookId), topic.book(toBookId)]))
}
