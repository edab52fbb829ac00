import { sql } from 'kysely'
import { announce } from '#server/db/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { messagesOf } from './post-message.ts'

/** Takes back what was told of a comment whose words are gone: that it answers somebody, and that it is liked. */
export async function forgetMessages(db: Db, commentId: string) {
  const { rows } = await sql<{ userId: string }>`
    delete from message where item_type = 'comment' and item_id = ${commentId} and kind in ('reply', 'like')
    and user_id in (
      select user_id from comment where id = ${commentId}
      union all
      select answered.user_id from comment join comment answered on answered.id = comment.reply_to
      where comment.id = ${commentId}
    ) returning user_id`.execute(db)
  await tell(db, rows)
}

/** Takes a like off the unread message it joined, which goes with its last. What has been read stays. */
export async function withdrawLike(db: Db, { userId, itemId, since }: { userId: string; itemId: string; since: Date }) {
  const unread = sql`user_id = ${userId} and kind = 'like' and item_type = 'comment' and item_id = ${itemId} and not read
    and not exists (select from message earlier where earlier.user_id = ${userId} and earlier.kind = 'like'
      and earlier.item_id = ${itemId} and earlier.read and earlier.create_time >= ${since})`
  const { rows: gone } = await sql<{ userId: string }>`
    delete from message where ${unread} and count_actors = 1 returning user_id`.execute(db)
  const { rows: fewer } = await sql<{ userId: string }>`
    update message set count_actors = count_actors - 1, actor_id = (
      select user_id from liked where item_type = 'comment' and item_id = ${itemId} and user_id <> ${userId}
      order by create_time desc limit 1
    ) where ${unread} and count_actors > 1 returning user_id`.execute(db)
  await tell(db, [...gone, ...fewer])
}

async function tell(db: Db, rows: { userId: string }[]) {
  for (const id of new Set(rows.map(({ userId }) => userId))) await announce(db, messagesOf(id))
}
