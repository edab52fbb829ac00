import { sql } from 'kysely'
import { shortestWritingMs } from '#shared/shortest-writing.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

const commentRules = { aMinute: 5, aDay: 100, sameWithinMinutes: 10 }

/**
 * Throws `tooMany` or `conflict` for a user who comments too often, repeats a comment, or posts faster than anybody can
 * write. `elapsed` is the time in milliseconds since the user began to write. The limits count all server processes
 * together. Must run in a transaction; until the transaction ends, no other comment by the same user can be posted.
 */
export async function requireWithinCommentLimits(
  db: Db,
  userId: string,
  { content, elapsed }: { content: string; elapsed?: number | undefined },
) {
  if (elapsed !== undefined && elapsed < shortestWritingMs)
    fail('tooMany', '发得太快了，再看一眼，过两秒再发出', { retryAfter: 2 })
  // The lock makes concurrent comments by one user wait for each other, so that each counts the earlier ones.
  await lockUntilCommit(db, `comment:${userId}`)
  const { rows } = await sql<{ lastMinute: number; wait: number | null; today: number; isSame: boolean }>`
    select count(*) filter (where create_time > now() - interval '1 minute') as last_minute,
      ceil(60 - extract(epoch from now() - min(create_time) filter (where create_time > now() - interval '1 minute')))::int as wait,
      count(*) as today,
      coalesce(bool_or(content = ${content} and create_time > now() - make_interval(mins => ${commentRules.sameWithinMinutes})), false) as is_same
    from comment where user_id = ${userId} and create_time > now() - interval '1 day'`.execute(db)
  const { lastMinute, wait, today, isSame } = rows[0] ?? { lastMinute: 0, wait: 0, today: 0, isSame: false }
  if (isSame) fail('conflict', '这句话你刚刚发过，刷新页面就能看到', { fields: { content: '刚刚发过' } })
  if (lastMinute >= commentRules.aMinute)
    fail('tooMany', `一分钟里说得够多了，歇 ${wait} 秒再发`, { retryAfter: Math.max(wait ?? 0, 1) })
  if (today >= commentRules.aDay) fail('tooMany', '今天的评论已经很多了，明天再来', { retryAfter: 86_400 })
}
