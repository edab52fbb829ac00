import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { addRedirect } from '#server/catalogue/editing/redirects.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'
import { lockForRemoval } from '#server/catalogue/item/remove-item.ts'
import { readBookDraft } from './book-drafts.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { deleteBookRows } from './delete-book-rows.ts'

/**
 * Removes a book together with its recommendation by the site's own editorial account; an editor can undo this. Must
 * run in a transaction. Throws `conflict` when anything else, such as a comment, refers to the book.
 */
export async function removeBook(db: Db, editing: Editing, id: string) {
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
  await refreshItems(db, 'book', [await deleteBookRows(db, id)])
  return { id, auditId }
}
