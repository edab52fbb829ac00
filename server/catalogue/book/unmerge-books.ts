import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type Merge, returnPairs } from '#server/catalogue/editing/move-pairs.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { restoreRow, restoreReferences } from '#server/catalogue/editing/move-references.ts'
import { removeRedirects } from '#server/catalogue/editing/redirects.ts'
import { movedWithBooks, pairedWithBooks } from './book-references.ts'
import { refreshMerged } from './merge-books.ts'
import { restoreRelations } from './merge-relations.ts'

/**
 * Undoes a merge of two books: restores the losing book and moves its former rows back, except for rows that have
 * changed since the merge. Must run in a transaction. Throws `conflict` when the surviving book was itself merged or
 * removed meanwhile.
 */
export async function unmergeBooks(db: Db, editorId: string, merge: Merge) {
  const { id, loserId, winnerId } = merge
  const winner = await db.selectFrom('book').select('title').where('id', '=', winnerId).forUpdate().executeTakeFirst()
  if (winner === undefined) return fail('conflict', '留下的那本后来也被合并或移除了，先撤销那一次')
  await clearCopiedFields(db, merge)
  await restoreRow(db, 'book', sql`(select loser_row from merge where id = ${id})`)
  for (const rows of movedWithBooks) await restoreReferences(db, merge, rows)
  // Replies that were written since the merge move back to the restored book together with the comment they reply to.
  await sql`update comment set item_id = ${loserId} from comment first
    where comment.parent_id = first.id and first.item_id = ${loserId} and comment.item_id = ${winnerId}`.execute(db)
  for (const rows of pairedWithBooks) await returnPairs(db, merge, rows)
  await restoreRelations(db, merge)
  await restoreDuplicates(db, merge)
  const { rows } = await sql<{ catalogKey: string | null }>`select catalog_key from book where id = ${loserId}`.execute(
    db,
  )
  await removeRedirects(db, 'book', [loserId, rows[0]?.catalogKey ?? null])
  await sql`update merge set undone_at = now() where id = ${id}`.execute(db)
  const auditId = await recordEdit(db, { editorId, undoes: id }, 'book.part', loserId, {
    loserId,
    winner: winner.title,
  })
  await refreshMerged(db, merge)
  return { id: loserId, auditId }
}

/**
 * Clears the fields that the surviving book got from the merged book, unless an editor has changed them since, and
 * subtracts the page views that were added.
 */
async function clearCopiedFields(db: Db, { id, winnerId }: Merge) {
  await sql`
    update book set
      subtitle = nullif(book.subtitle, fresh.subtitle), original_title = nullif(book.original_title, fresh.original_title),
      original_language = nullif(book.original_language, fresh.original_language),
      published_year = nullif(book.published_year, fresh.published_year),
      cover = nullif(book.cover, fresh.cover), free = nullif(book.free, fresh.free),
      views = greatest(0, book.views - (merge.loser_row ->> 'views')::integer)
    from merge, lateral jsonb_populate_record(null::book, merge.filled_values) fresh
    where merge.id = ${id} and book.id = ${winnerId}`.execute(db)
}

/** Restores the files that a merge of books deleted as duplicates and the recommendations that it withdrew. */
async function restoreDuplicates(db: Db, { id }: Merge) {
  await sql`
    insert into book_file select own.* from merge_row, jsonb_populate_record(null::book_file, loser_row) own
    where merge_id = ${id} and table_name = 'book_file.spare' order by merge_row.id
    on conflict do nothing`.execute(db)
  await sql`
    update recommendation set status = own.status from merge_row, jsonb_populate_record(null::recommendation, loser_row) own
    where merge_id = ${id} and table_name = 'recommendation.status' and recommendation.id = own.id
      and recommendation.status = 'withdrawn'
      and not exists (
        select from recommendation other where other.book_id = recommendation.book_id
          and other.user_id = recommendation.user_id and other.id <> own.id and other.status in ('pending', 'approved')
      )`.execute(db)
}
