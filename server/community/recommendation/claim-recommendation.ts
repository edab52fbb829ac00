import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import type { SignedIn } from '#server/http/call/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { claimFor } from './recommendation-admin-queries.ts'

/** The user who reviews a recommendation. */
export type Reviewer = Pick<SignedIn, 'id' | 'roles'>

/**
 * Reserves a recommendation for the review by one editor and ends the editor's other reservations. Fails while another
 * editor has reserved it.
 */
export async function claimRecommendation(db: Db, editor: Reviewer, id: string) {
  const { id: editorId } = editor
  await db.transaction().execute(async (db) => {
    // The recommendations are locked in the order of their ids. Otherwise two editors could deadlock when each reserves
    // the recommendation that the other one gives up.
    await sql`select from recommendation where id = ${id} or claimed_by = ${editorId} order by id for update`.execute(
      db,
    )
    await sql`update recommendation set claimed_by = null, claim_time = null
      where claimed_by = ${editorId} and id <> ${id} and status = 'pending'`.execute(db)
    await lockPending(db, editor, id)
    await sql`update recommendation set claimed_by = ${editorId}, claim_time = now() where id = ${id}`.execute(db)
  })
}

/**
 * Locks the row of a recommendation that an editor is about to decide on. Fails unless it is pending, not claimed by
 * another editor, and one that this editor may decide on.
 */
async function lockPending(db: Db, { id: editorId, roles }: Reviewer, id: string) {
  const row = await lockReviewed(db, id)
  requireImpartial({ id: editorId, roles }, row)
  if (row.status !== 'pending') fail('conflict', decidedText(row))
  if (row.isClaimed && row.claimedBy !== editorId)
    fail('conflict', `${row.claimant ?? '另一位编辑'}正在看这条推荐，先看下一条吧`)
  return row
}

/**
 * Fails when an editor tries to decide on their own recommendation: another editor must do that. Admins may decide on
 * their own.
 */
export function requireImpartial({ id, roles }: Reviewer, { userId }: Pick<LockedRow, 'userId'>) {
  if (userId === id && !roles.includes('admin')) fail('conflict', '这是你自己的推荐，要由另一位编辑或管理员决定')
}

/**
 * Locks the row of a recommendation for its review. Must run in a transaction. Throws `missing` for an unknown
 * recommendation.
 */
export async function lockReviewed(db: Db, id: string) {
  const { rows } = await sql<LockedRow>`
    select id, user_id, book_id, title, isbn13, cover, status, review_note, update_time, reviewed_by, claimed_by,
      coalesce(claim_time > now() - ${claimFor}, false) as is_claimed,
      (select name from "user" where "user".id = claimed_by) as claimant,
      (select name from "user" where "user".id = reviewed_by) as reviewer
    from recommendation where id = ${id} for update of recommendation`.execute(db)
  return rows[0] ?? fail('missing', '没有这条推荐')
}

interface LockedRow {
  id: string
  userId: string
  bookId: string | null
  title: string
  isbn13: string | null
  cover: string | null
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn'
  reviewNote: string
  updateTime: Date
  reviewedBy: string | null
  claimedBy: string | null
  isClaimed: boolean
  claimant: string | null
  reviewer: string | null
}

function decidedText({ status, reviewer }: LockedRow): string {
  if (status === 'withdrawn') return '推荐的人已经把它撤回了'
  return `${reviewer ?? '另一位编辑'}已经${status === 'approved' ? '通过' : '退回'}了这条推荐`
}

/**
 * Locks a recommendation that an editor decides on. Throws `conflict` when its author has changed it since the editor
 * loaded it.
 */
export async function lockSeenVersion(
  db: Db,
  editor: Reviewer,
  { id, updateTime }: { id: string; updateTime: string },
) {
  const row = await lockPending(db, editor, id)
  if (row.updateTime.toISOString() !== new Date(updateTime).toISOString())
    fail('conflict', '推荐的人刚刚改过它，请再看一遍', { fields: { updateTime: '已经改过' } })
  return row
}
