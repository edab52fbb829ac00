import { topic } from '#server/platform/cache/topics.ts'
import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { deleteBookRows } from '#server/catalogue/book/delete-book-rows.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'
import { removeRecommendedEdition } from './add-recommended-edition.ts'
import { lockReviewed, requireImpartial, type Reviewer } from './claim-recommendation.ts'
import { setDecision } from './decide-recommendation.ts'

/** The names of the unique indexes that allow a user at most one open recommendation of the same book. */
const oneOpenRecommendation = [
  'recommendation_book_id_user_id_key',
  'recommendation_user_id_folded_key',
  'recommendation_user_id_isbn13_key',
]

const Approval = z.object({
  bookId: z.string(),
  bookBefore: z.nullable(z.string()),
  isNewBook: z.boolean(),
  /** The id of the edition that the approval added to an existing book; approvals of older programs added none. */
  editionId: z._default(z.nullable(z.string()), null),
})

/**
 * Undoes an editor's decision on a recommendation: the recommendation is pending again, and the book that an approval
 * created, or the edition that it added to another book, is deleted. Throws `conflict` if other data refers to that
 * book.
 */
export async function undoDecision(db: Db, editor: Reviewer, id: string) {
  await inTransaction(db, async (db) => {
    const row = await lockReviewed(db, id)
    requireImpartial(editor, row)
    if (row.status !== 'approved' && row.status !== 'rejected') fail('conflict', '这条推荐还没有决定，没有可撤销的')
    if (row.reviewedBy === null) fail('conflict', '这条推荐是随书目来的，不能撤销')
    const approval = row.status === 'approved' ? await findApproval(db, id) : null
    const again = { status: 'pending', reviewedBy: null, reviewNote: '' } as const
    try {
      await setDecision(db, id, approval === null ? again : { ...again, bookId: approval.bookBefore })
    } catch (error) {
      if (oneOpenRecommendation.some((constraint) => isViolationOf(error, constraint)))
        fail('conflict', '这位读者已经另写了一条同一本书的推荐，先处理那一条')
      throw error
    }
    await recordEdit(db, { editorId: editor.id }, 'recommendation.undo', id, {
      title: row.title,
      undone: row.status,
      note: row.reviewNote,
      bookId: approval?.bookId ?? null,
    })
    await deleteUnreadMessages(db, row.userId, id)
    if (approval?.isNewBook) await refreshItems(db, 'book', [await deleteBookRows(db, approval.bookId)])
    else if (approval !== null) {
      const { bookId, editionId } = approval
      await refreshItems(db, 'book', [await removeRecommendedEdition(db, bookId, editionId)])
    }
  })
}

/** Returns the changes that the last approval of a recommendation made, as the audit log recorded them. */
async function findApproval(db: Db, id: string) {
  const entry = await db
    .selectFrom('audit')
    .select('detail')
    .where('targetId', '=', id)
    .where('action', '=', 'recommendation.approve')
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { success, data } = z.safeParse(Approval, entry?.detail)
  return success ? data : fail('conflict', '查不到当时是怎么通过的，不能撤销')
}

/** Deletes the unread notifications about an editor's decision that has been undone. */
async function deleteUnreadMessages(db: Db, userId: string, id: string) {
  await db
    .deleteFrom('message')
    .where('userId', '=', userId)
    .where('itemType', '=', 'recommendation')
    .where('itemId', '=', id)
    .where('kind', 'in', ['recommendApproved', 'recommendRejected'])
    .where('isRead', '=', false)
    .execute()
  await invalidate(db, topic.messages(userId), topic.contributions(userId))
}
