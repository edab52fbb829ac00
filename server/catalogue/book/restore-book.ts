import { sql } from 'kysely'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { restoreRow } from '#server/catalogue/editing/move-references.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { removeRedirects } from '#server/catalogue/editing/redirects.ts'
import { withExistingPlaces } from '#server/catalogue/item/item-drafts.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'
import { writeBook } from './write-book.ts'

/**
 * Restores a removed book with its former id, recommendation, relations, tags and places. Must run in a transaction.
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

/** Restores the relations that were removed with a book, except for relations to books that no longer exist. */
async function restoreRelations(db: Db, auditId: string) {
  const { rows } = await sql<{ fromBookId: string; toBookId: string }>`
    insert into book_relation select own.* from audit,
      jsonb_populate_recordset(null::book_relation, detail -> 'relations') own
      join book one on one.id = own.from_book_id join book other on other.id = own.to_book_id
    where audit.id = ${auditId} on conflict do nothing returning from_book_id, to_book_id`.execute(db)
  await invalidate(db, ...rows.flatMap(({ fromBookId, toBookId }) => [topic.book(fromBookId), topic.book(toBookId)]))
}
