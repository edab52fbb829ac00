import { topic } from '#server/platform/cache/topics.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { fail } from '#shared/api/failure.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { withNewEditions, writeBook } from '#server/catalogue/book/write-book.ts'
import type { ItemChange } from '#server/catalogue/item/write-item.ts'
import { lockItem } from '#server/catalogue/item/lock-item.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isViolationOf } from '#server/platform/db/violation.ts'
import { postMessage } from '#server/account/message/post-message.ts'
import { addRecommendedEdition } from './add-recommended-edition.ts'
import { type Reviewer, lockSeenVersion } from './claim-recommendation.ts'

/**
 * The id of a recommendation, and the update time that it had when the editor loaded it. A decision is refused if the
 * recommendation has changed since.
 */
interface Seen {
  id: string
  updateTime: string
}

/**
 * Approves a recommendation and creates its book from the draft that the editor corrected. Returns the id of the book.
 */
export async function approveAsBook(db: Db, editor: Reviewer, seen: Seen, draft: BookDraft): Promise<string> {
  const bookId = newId()
  await inTransaction(db, async (db) => {
    const { bookId: bookBefore, ...row } = await lockSeenVersion(db, editor, seen)
    if (draft.cover !== null && draft.cover !== row.cover)
      fail('invalid', '封面只能用推荐里的，或者不用', { fields: { cover: '不是推荐里的封面' } })
    const wrong = draft.editions.findIndex(({ cover }) => cover !== null && cover !== row.cover)
    if (wrong !== -1)
      fail('invalid', '版本的封面只能用推荐里的，或者不用', {
        fields: { [`editions.${wrong}.cover`]: '不是推荐里的封面' },
      })
    const change = await writeBook(db, bookId, withNewEditions(draft))
    await approve(db, editor.id, { ...row, change, audit: { bookBefore, isNewBook: true } })
  })
  return bookId
}

/**
 * Approves a recommendation for an existing book, which gets an edition with the ISBN of the recommendation, if it has
 * none. Returns the id of the book.
 */
export async function approveForBook(db: Db, editor: Reviewer, seen: Seen, bookId: string): Promise<string> {
  await inTransaction(db, async (db) => {
    const { bookId: bookBefore, ...row } = await lockSeenVersion(db, editor, seen)
    await lockItem(db, { itemType: 'book', itemId: bookId })
    const { change, editionId } = await addRecommendedEdition(db, bookId, row.isbn13)
    await approve(db, editor.id, { ...row, change, audit: { bookBefore, isNewBook: false, editionId } })
  })
  return bookId
}

interface Approval {
  id: string
  userId: string
  title: string
  change: ItemChange
  audit: { bookBefore: string | null; isNewBook: boolean; editionId?: string | null }
}

async function approve(db: Db, editorId: string, { id, userId, title, change, audit }: Approval) {
  const bookId = change.id
  try {
    await setDecision(db, id, { status: 'approved', bookId, reviewedBy: editorId, reviewNote: '' })
  } catch (error) {
    if (isViolationOf(error, 'recommendation_book_id_user_id_key'))
      fail('conflict', '这位读者已经推荐过这本书，可以退回这一条')
    throw error
  }
  await recordEdit(db, { editorId }, 'recommendation.approve', id, { title, bookId, ...audit })
  await notifyAuthor(db, userId, { kind: 'recommendApproved', editorId, id, excerpt: title })
  await invalidate(db, topic.contributions(userId))
  await refreshItems(db, 'book', [change])
}

/** Rejects a recommendation with a note for its author. */
export async function rejectRecommendation(db: Db, editor: Reviewer, seen: Seen, note: string) {
  await inTransaction(db, async (db) => {
    const { id, userId, title } = await lockSeenVersion(db, editor, seen)
    await setDecision(db, id, { status: 'rejected', reviewedBy: editor.id, reviewNote: note })
    await recordEdit(db, { editorId: editor.id }, 'recommendation.reject', id, { title, note })
    await notifyAuthor(db, userId, {
      kind: 'recommendRejected',
      editorId: editor.id,
      id,
      excerpt: `《${title}》：${note}`,
    })
  })
}

interface Decision {
  status: 'pending' | 'approved' | 'rejected'
  bookId?: string | null
  reviewedBy: string | null
  reviewNote: string
}

/**
 * Writes the decision on a recommendation. It changes the update time, so that a concurrent edit of the author fails
 * until the author has loaded the decision.
 */
export async function setDecision(db: Db, id: string, decision: Decision) {
  await db
    .updateTable('recommendation')
    .set({ ...decision, claimedBy: null, claimTime: null, updateTime: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

interface Outcome {
  kind: 'recommendApproved' | 'recommendRejected'
  editorId: string
  id: string
  excerpt: string
}

async function notifyAuthor(db: Db, userId: string, { kind, editorId, id, excerpt }: Outcome) {
  await postMessage(db, { userId, kind, actorId: editorId, itemType: 'recommendation', itemId: id, excerpt })
}
