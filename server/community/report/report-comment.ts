import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

const reportsADay = 30

/**
 * Reports a comment to the editors, in a transaction of its own. A second report by the same user replaces the reason;
 * after the editors have decided, it has no effect. Throws `tooMany` after 30 reports in a day, and `missing` for a
 * comment that is not published.
 */
export async function reportComment(
  db: Db,
  { userId, commentId, reason }: { userId: string; commentId: string; reason: string },
) {
  await db.transaction().execute(async (db) => {
    await lockUntilCommit(db, `report:${userId}`)
    const { rows } = await sql<{ today: number }>`
      select count(*) as today from report where user_id = ${userId} and create_time > now() - interval '1 day'`.execute(
      db,
    )
    if ((rows[0]?.today ?? 0) >= reportsADay) fail('tooMany', '今天举报得很多了，明天再来', { retryAfter: 86_400 })
    // Locks the comment, so that the report waits for a concurrent deletion and nobody reports a deleted comment.
    const comment = await db
      .selectFrom('comment')
      .select('userId')
      .where('id', '=', commentId)
      .where('state', '=', 'published')
      .forShare()
      .executeTakeFirst()
    if (comment === undefined) return fail('missing', '没有找到这条评论，它可能已经删除')
    if (comment.userId === userId) fail('invalid', '这是你自己的评论，可以直接删除')
    await db
      .insertInto('report')
      .values({ id: newId(), userId, commentId, reason })
      .onConflict((conflict) =>
        conflict.columns(['commentId', 'userId']).doUpdateSet({ reason }).where('report.outcome', 'is', null),
      )
      .execute()
  })
}
