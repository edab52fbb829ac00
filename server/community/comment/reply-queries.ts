import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Comment } from '#shared/api/community/comment.ts'
import { fail } from '#shared/api/failure.ts'
import { CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type CommentRow, selectComments, toComment } from './comment-rows.ts'

const firstReplies = 3
const Position = z.tuple([CursorTime, z.uuid()])

/**
 * Returns one page of the published replies to a top-level comment, oldest first. Throws `missing` if the top-level
 * comment does not exist or waits for moderation.
 */
export async function listReplies(
  db: Db,
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const thread = await db
    .selectFrom('comment')
    .select('countReplies')
    .where('id', '=', id)
    .where('parentId', 'is', null)
    .where('state', '<>', 'held')
    .executeTakeFirst()
  if (thread === undefined) return fail('missing', '没有找到这条评论')
  let query = publishedReplies(db)
    .where('comment.parentId', '=', id)
    .limit(limit + 1)
  if (cursor !== undefined) {
    const [time, last] = decodeCursor(cursor, Position)
    query = query.where(sql<boolean>`(comment.create_time, comment.id) > (${time}, ${last})`)
  }
  return { ...toPage(await query.execute(), limit), total: thread.countReplies }
}

/**
 * Returns the first replies of each comment thread, by the id of the thread, with the cursor of the next page or null.
 */
export async function listFirstReplies(db: Db, ids: string[]) {
  const found = new Map<string, { replies: Comment[]; nextReplies: string | null }>()
  if (ids.length === 0) return found
  const rows = await publishedReplies(db)
    .where(
      sql<boolean>`comment.id in (
        select first.id from unnest(${ids}::uuid[]) thread(id) cross join lateral (
          select id from comment where parent_id = thread.id and state = 'published'
          order by create_time, id limit ${firstReplies + 1}
        ) first)`,
    )
    .execute()
  for (const id of ids) {
    const { list, nextCursor } = toPage(
      rows.filter(({ parentId }) => parentId === id),
      firstReplies,
    )
    found.set(id, { replies: list, nextReplies: nextCursor })
  }
  return found
}

function publishedReplies(db: Db) {
  return selectComments(db).where('comment.state', '=', 'published').orderBy('comment.createTime').orderBy('comment.id')
}

function toPage(rows: CommentRow[], limit: number) {
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list: list.map(toComment), nextCursor: last ? encodeCursor([last.createTime.toISOString(), last.id]) : null }
}
