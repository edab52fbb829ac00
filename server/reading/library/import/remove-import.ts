import { topic } from '#server/platform/cache/topics.ts'
import { fail } from '#shared/api/failure.ts'
import { indexBooks } from '#server/search/index/index-books.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * Removes an imported text from the library and records the removal in the audit log. The files stay in the storage,
 * since another book may have the same text; a cleanup job deletes unused ones. Shipped texts cannot be removed.
 */
export async function removeImport(db: Db, editorId: string, id: string) {
  await inTransaction(db, async (db) => {
    const removed = await db
      .deleteFrom('bookFile')
      .where('id', '=', id)
      .where('originalSha256', 'is not', null)
      .where('convertedFrom', 'is', null)
      .returning(['bookId', 'title', 'sha256', 'originalSha256'])
      .executeTakeFirst()
    if (removed === undefined) fail('missing', '没有这个文件，或它是随站点带来的，不能在这里移除')
    const { bookId, ...detail } = removed
    await writeAudit(db, { actorId: editorId, action: 'library.remove', targetType: 'book', targetId: bookId, detail })
    await invalidate(db, topic.books, topic.book(bookId), topic.card({ itemType: 'book', itemId: bookId }))
    await indexBooks(db, [bookId])
  })
}
