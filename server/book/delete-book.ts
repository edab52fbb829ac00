import { sql } from 'kysely'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { restoreRow } from '#server/editing/move-references.ts'
import { addRedirect, removeRedirects } from '#server/editing/redirects.ts'
import { readSetting } from '#server/setting/setting-queries.ts'
import { findBookDraft, withPlacesThere } from './book-drafts.ts'
import type { Editing } from '#server/editing/as-editor.ts'
import { recordEdit } from '#server/editing/note-edit.ts'
import { removeBook } from './remove-book.ts'
import { refreshBooks, writeBook } from './write-book.ts'

/** Takes a book away that nothing of readers hangs on; the site's own recommendation goes with it, and all comes back with an undo. */
export async function deleteBook(db: Db, editing: Editing, id: string) {
  await sql`select from book where id = ${id} for update`.execute(db)
  const before = (await findBookDraft(db, id)) ?? fail('missing', '没有找到这本书，它可能已被合并或移走')
  const auditId = await recordEdit(db, editing, 'book.remove', id, { before })
  const ownId = (await readSetting(db, 'editorialAccount')) ?? null
  await sql`
    update audit set detail = detail || jsonb_build_object(
      'row', (select to_jsonb(book) from book where id = ${id}),
      'recommendations', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from recommendation r where book_id = ${id} and user_id = ${ownId})
    ) where id = ${auditId}`.execute(db)
  await sql`delete from recommendation where book_id = ${id} and user_id = ${ownId}`.execute(db)
  const book = await db.selectFrom('book').select('catalogKey').where('id', '=', id).executeTakeFirst()
  await addRedirect(db, 'book', [book?.catalogKey ?? null], null)
  await refreshBooks(db, [await removeBook(db, id)])
  return { id, auditId }
}

/** Brings back a book that was taken away, as it was. */
export async function restoreBook(db: Db, editing: Editing & { undoes: string }, id: string, draft: BookDraft) {
  const { undoes } = editing
  const told = sql`(select detail -> 'row' from audit where id = ${undoes})`
  // Its number may be another book's by now; that is told when the rest is written.
  await restoreRow(db, 'book', sql`${told} || '{"isbn13": null}'`)
  await sql`
    insert into recommendation select own.* from audit,
      jsonb_populate_recordset(null::recommendation, detail -> 'recommendations') own where audit.id = ${undoes}`.execute(
    db,
  )
  const book = await db.selectFrom('book').select('catalogKey').where('id', '=', id).executeTakeFirst()
  await removeRedirects(db, 'book', [book?.catalogKey ?? null])
  const change = await writeBook(db, id, await withPlacesThere(db, draft))
  const auditId = await recordEdit(db, editing, 'book.create', id, { after: draft })
  await refreshBooks(db, [change])
  return { id, auditId }
}
