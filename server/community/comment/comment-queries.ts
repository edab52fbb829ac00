import { type SelectQueryBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Comment, CommentSort, CommentThread, MyComment } from '#shared/api/community/comment.ts'
import { CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { findItemHeads } from '#server/catalogue/item/item-queries.ts'
import type { Item } from '#shared/api/item.ts'
import { type CommentRow, selectComments, toComment } from './comment-rows.ts'
import { listFirstReplies } from './reply-queries.ts'

interface Paging {
  cursor?: string | undefined
  limit: number
}
const Newest = z.tuple([z.literal('new'), CursorTime, z.uuid()])
const Hottest = z.tuple([z.literal('hot'), z.int().check(z.gte(0), z.lte(2_000_000_000)), z.uuid()])

/**
 * Returns one page of the top-level comments on a book or video, with the first replies to each. Includes deleted
 * comments that have replies.
 */
export async function listThreads(db: Db, { sort, cursor, limit, ...item }: Item & Paging & { sort: CommentSort }) {
  let query = ofItem(selectComments(db), item).limit(limit + 1)
  if (sort === 'new') {
    query = query.orderBy('comment.createTime', 'desc').orderBy('comment.id', 'desc')
    if (cursor !== undefined) {
      const [, time, id] = decodeCursor(cursor, Newest)
      query = query.where(sql<boolean>`(comment.create_time, comment.id) < (${time}, ${id})`)
    }
  } else {
    query = query.orderBy('comment.likes', 'desc').orderBy('comment.id', 'desc')
    if (cursor !== undefined) {
      const [, likes, id] = decodeCursor(cursor, Hottest)
      query = query.where(sql<boolean>`(comment.likes, comment.id) < (${likes}, ${id})`)
    }
  }
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  const rank = last && (sort === 'new' ? last.createTime.toISOString() : last.likes)
  return {
    list: await withReplies(db, list.map(toComment)),
    nextCursor: last && rank !== undefined ? encodeCursor([sort, rank, last.id]) : null,
  }
}

/**
 * Returns a published comment together with its top-level comment and the first replies; undefined when the comment
 * does not exist or is not published. If the comment is a later reply, it is added to the first replies.
 */
export async function findThread(db: Db, id: string): Promise<CommentThread | undefined> {
  const wanted = await selectComments(db)
    .where('comment.id', '=', id)
    .where('comment.state', '=', 'published')
    .executeTakeFirst()
  if (wanted === undefined) return undefined
  const rows = await selectComments(db)
    .where('comment.id', '=', wanted.parentId ?? id)
    .where('comment.state', '<>', 'held')
    .execute()
  const [thread] = await withReplies(db, rows.map(toComment))
  if (thread === undefined || thread.id === id || thread.replies.some((reply) => reply.id === id)) return thread
  return { ...thread, replies: [...thread.replies, toComment(wanted)] }
}

async function withReplies(db: Db, comments: Comment[]): Promise<CommentThread[]> {
  const answered = comments.filter(({ countReplies }) => countReplies > 0).map(({ id }) => id)
  const replies = await listFirstReplies(db, answered)
  return comments.map((comment) => ({ ...comment, replies: [], nextReplies: null, ...replies.get(comment.id) }))
}

export async function countThreads(db: Db, item: Item): Promise<number> {
  const { count } = await ofItem(db.selectFrom('comment'), item)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function ofItem<DB extends Database, O>(query: SelectQueryBuilder<DB, 'comment', O>, { itemType, itemId }: Item) {
  return query.where(
    sql<boolean>`comment.item_type = ${itemType} and comment.item_id = ${itemId} and comment.parent_id is null
      and (comment.state = 'published' or comment.state = 'deleted' and comment.count_replies > 0)`,
  )
}

/** Returns one page of a user's own comments in every state, newest first. */
export async function listMyComments(db: Db, userId: string, { cursor, limit }: Paging) {
  let query = selectComments(db)
    .where('comment.userId', '=', userId)
    .orderBy('comment.createTime', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) {
    const [, time, id] = decodeCursor(cursor, Newest)
    query = query.where(sql<boolean>`(comment.create_time, comment.id) < (${time}, ${id})`)
  }
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  const { count: total } = await db
    .selectFrom('comment')
    .where('userId', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    list: await withItems(db, list),
    nextCursor: last ? encodeCursor(['new', last.createTime.toISOString(), last.id]) : null,
    total,
  }
}

async function withItems(db: Db, rows: CommentRow[]): Promise<MyComment[]> {
  const heads = await findItemHeads(db, rows)
  return rows.flatMap((row) => {
    const item = heads.get(row.itemId)
    return item ? [{ ...toComment(row), held: heldOf(row), item, reason: row.deletedReason }] : []
  })
}

/** Returns a user's own comments on a book or video that still wait for moderation, at most 100. */
export async function listHeldComments(db: Db, userId: string, { itemType, itemId }: Item): Promise<Comment[]> {
  const rows = await selectComments(db)
    .where('comment.userId', '=', userId)
    .where('comment.state', '=', 'held')
    .where('comment.itemType', '=', itemType)
    .where('comment.itemId', '=', itemId)
    .orderBy('comment.id')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...toComment(row), held: heldOf(row) }))
}

/** Returns a comment as its author sees it, with the reason why it waits for moderation. */
export async function findMyComment(db: Db, id: string): Promise<Comment> {
  const row = await selectComments(db).where('comment.id', '=', id).executeTakeFirstOrThrow()
  return { ...toComment(row), held: heldOf(row) }
}

function heldOf({ state, heldReason }: CommentRow) {
  return state === 'held' ? heldReason : null
}
