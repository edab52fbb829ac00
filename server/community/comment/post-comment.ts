import { v7 as newId } from 'uuid'
import type { Comment } from '#shared/api/community/comment.ts'
import { fail } from '#shared/api/failure.ts'
import type { Site } from '#shared/api/site.ts'
import type { SignedIn } from '#server/http/call/context.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findReasonToHold, type ScreenedText } from '#server/community/guard/reason-to-hold.ts'
import type { Item } from '#shared/api/item.ts'
import { lockItem } from '#server/catalogue/item/lock-item.ts'
import { findMyComment } from './comment-queries.ts'
import { countPublished, notifyAnswered } from './publish-comment.ts'
import { sql } from 'kysely'
import { shortestWritingMs } from '#shared/shortest-writing.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'

const commentRules = { aMinute: 5, aDay: 100, sameWithinMinutes: 10 }

interface NewComment extends Item, Pick<ScreenedText, 'content' | 'website'> {
  parentId?: string | undefined
  elapsed?: number | undefined
}

/**
 * Posts a comment on a book or video, or a reply, in a transaction of its own. A comment that needs moderation is held:
 * only its author and editors can see it, and it is not counted. Throws `tooMany`, `conflict`, `missing` or `invalid`.
 */
export async function postComment(
  db: Db,
  author: SignedIn,
  { itemType, itemId, content, parentId, website, elapsed }: NewComment,
  site: Pick<Site, 'holdFirstComment' | 'publicUrl'>,
): Promise<Comment> {
  return inTransaction(db, async (db) => {
    await requireWithinCommentLimits(db, author.id, { content, elapsed })
    const heldReason = await findReasonToHold(db, author, { content, website }, site)
    const item = await lockItem(db, { itemType, itemId })
    const answered = parentId === undefined ? null : await findAnswered(db, item, parentId)
    const comment = {
      id: newId(),
      itemType,
      itemId,
      parentId: answered && (answered.parentId ?? answered.id),
      replyTo: answered && answered.id,
      userId: author.id,
      content,
      state: heldReason === null ? ('published' as const) : ('held' as const),
      heldReason,
    }
    await db.insertInto('comment').values(comment).execute()
    if (comment.state === 'published') {
      await countPublished(db, item, comment)
      await notifyAnswered(db, comment)
    }
    return findMyComment(db, comment.id)
  })
}

async function findAnswered(db: Db, { itemType, itemId }: Item, id: string) {
  const answered = await db
    .selectFrom('comment')
    .select(['id', 'parentId', 'itemType', 'itemId', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (answered === undefined || answered.state === 'held') return fail('missing', '没有找到你要回复的评论')
  if (answered.state === 'deleted') fail('conflict', '你要回复的评论已经删除')
  if (answered.itemType !== itemType || answered.itemId !== itemId)
    fail('invalid', '你要回复的评论不在这里', { fields: { parentId: '不在这里' } })
  return answered
}

/**
 * Throws `tooMany` or `conflict` for a user who comments too often, repeats a comment, or posts faster than anybody can
 * write. `elapsed` is the time in milliseconds since the user began to write. The limits count all server processes
 * together. Must run in a transaction; until the transaction ends, no other comment by the same user can be posted.
 */
async function requireWithinCommentLimits(
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
