import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { AdminComment } from '#shared/api/community/comment-admin.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import { CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findItemHeads } from '#server/catalogue/item/item-queries.ts'
import { authorOf, selectComments, toComment } from './comment-rows.ts'

interface AdminRequest {
  show: 'waiting' | 'deleted'
  cursor?: string | undefined
  limit: number
}
const Position = z.tuple([z.enum(['waiting', 'deleted']), CursorTime, z.uuid()])

/**
 * Returns the end of an SQL query for comments: the condition that they come after the cursor of the page, the order
 * and the limit. The arguments are the columns with the time and the id of a comment.
 */
type Choose = (since: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * SQL queries for the two lists of comments on the admin pages: `waiting` are comments that were held for moderation or
 * reported; `deleted` are comments that an editor deleted and can restore. The held and the reported comments are
 * queried separately, because each query has an index in the order of the list.
 */
const lists = {
  waiting: (choose: Choose) => sql`
    (select id, create_time as since from comment where state = 'held' and ${choose(sql`create_time`, sql`id`)})
    union all
    (select comment_id, create_time from report where outcome is null and not exists (
      select from report earlier where earlier.comment_id = report.comment_id and earlier.outcome is null
        and (earlier.create_time, earlier.id) < (report.create_time, report.id)
    ) and ${choose(sql`create_time`, sql`comment_id`)})`,
  deleted: (choose: Choose) => sql`
    select id, create_time as since from comment
    where state = 'deleted' and deleted_reason is not null and content <> '' and ${choose(sql`create_time`, sql`id`)}`,
}

/**
 * Returns one page of a list of comments for editors: either the moderation queue, oldest first, or the comments that
 * editors deleted, newest first.
 */
export async function listAdminComments(db: Db, { show, cursor, limit }: AdminRequest) {
  const isWaiting = show === 'waiting'
  const [, time, last] = cursor === undefined ? [] : decodeCursor(cursor, Position)
  const direction = isWaiting ? sql`asc` : sql`desc`
  const choose: Choose = (since, id) =>
    sql`${
      cursor === undefined
        ? sql`true`
        : sql`(${since}, ${id}) ${isWaiting ? sql`>` : sql`<`} (${time}::timestamptz, ${last}::uuid)`
    } order by ${since} ${direction}, ${id} ${direction} limit ${limit + 1}`
  const { rows } = await sql<{ id: string; since: Date }>`
    select id, since from (${lists[show](choose)}) listed
    order by since ${direction}, id ${direction} limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const end = rows.length > limit ? page.at(-1) : undefined
  return {
    list: await withContext(db, page),
    nextCursor: end ? encodeCursor([show, end.since.toISOString(), end.id]) : null,
    total: await countRows(
      db,
      lists[show](() => sql`true`),
    ),
  }
}

async function withContext(db: Db, page: { id: string; since: Date }[]): Promise<AdminComment[]> {
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  const rows = await selectComments(db).where('comment.id', 'in', ids).execute()
  const [heads, reports] = await Promise.all([findItemHeads(db, rows), listReports(db, ids)])
  return page.flatMap(({ id, since }) => {
    const row = rows.find((one) => one.id === id)
    const item = row && heads.get(row.itemId)
    if (row === undefined || item === undefined) return []
    return {
      // Unlike the public, editors also see the author and the text of deleted comments and of comments held for
      // moderation.
      comment: { ...toComment(row), user: authorOf(row), content: row.content, held: row.heldReason },
      item,
      since: since.toISOString(),
      reason: row.deletedReason ?? row.heldReason,
      reports: reports.filter(({ commentId }) => commentId === id).map(({ commentId, ...report }) => report),
    }
  })
}

async function listReports(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('report')
    .innerJoin('user', 'user.id', 'report.userId')
    .select(['report.commentId', 'user.name', 'report.reason', 'report.createTime'])
    .where('report.commentId', 'in', ids)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'deleted')]))
    .orderBy('report.createTime')
    .orderBy('report.id')
    .limit(500)
    .execute()
  return rows.map(({ createTime, ...row }) => ({ ...row, createTime: createTime.toISOString() }))
}
