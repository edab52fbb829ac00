import { sql } from 'kysely'
import * as z from 'zod/mini'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'

interface MessageFilter {
  status?: 'unread' | undefined
  /** A filter: only messages from this time on are returned. */
  since?: Date
}
interface MessagePageRequest extends MessageFilter {
  cursor?: string | undefined
  limit: number
}
export type MessageRow = Awaited<ReturnType<typeof listMessages>>['list'][number]

/**
 * Returns one page of the messages of a user, the newest first. Each message comes with the book or video that it is
 * about, directly or through a comment or a recommendation.
 */
export async function listMessages(db: Db, userId: string, { status, since, cursor, limit }: MessagePageRequest) {
  let query = selectMessages(db)
    .where('message.userId', '=', userId)
    .$if(status === 'unread', (qb) => qb.where('isRead', '=', false))
    .$if(since !== undefined, (qb) => qb.where('message.createTime', '>=', since as Date))
    .orderBy('message.createTime', 'desc')
    .orderBy('message.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) {
    const [time, id] = decodeCursor(cursor, z.tuple([z.iso.datetime().check(z.regex(/^[1-9]/)), z.uuid()]))
    query = query.where(sql<boolean>`(message.create_time, message.id) < (${time}, ${id})`)
  }
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list, nextCursor: last ? encodeCursor([last.createTime.toISOString(), last.id]) : null }
}

function selectMessages(db: Db) {
  const is = (type: string) => sql<boolean>`message.item_type = ${type}`
  const bookId = sql`case message.item_type when 'book' then message.item_id when 'recommendation' then recommendation.book_id
    else case comment.item_type when 'book' then comment.item_id end end`
  const videoId = sql`case message.item_type when 'video' then message.item_id
    else case comment.item_type when 'video' then comment.item_id end end`
  return db
    .selectFrom('message')
    .leftJoin('user as actor', 'actor.id', 'message.actorId')
    .leftJoin('comment', (join) => join.onRef('comment.id', '=', 'message.itemId').on(is('comment')))
    .leftJoin('recommendation', (join) =>
      join.onRef('recommendation.id', '=', 'message.itemId').on(is('recommendation')),
    )
    .leftJoin('book', (join) => join.on(sql<boolean>`book.id = ${bookId}`))
    .leftJoin('video', (join) => join.on(sql<boolean>`video.id = ${videoId}`))
    .select(['message.id', 'message.kind', 'message.countActors', 'message.excerpt', 'message.isRead as read'])
    .select(['message.createTime', 'message.itemId', 'message.itemType', 'message.actorId'])
    .select(['actor.name', 'actor.avatarKey as profile', 'actor.deletedAt', 'book.id as bookId', 'video.id as videoId'])
    .select(sql<string | null>`coalesce(book.title, video.title, recommendation.title)`.as('title'))
}

export async function countMessages(db: Db, userId: string, { status, since }: MessageFilter = {}): Promise<number> {
  const { count } = await db
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .$if(status === 'unread', (qb) => qb.where('isRead', '=', false))
    .$if(since !== undefined, (qb) => qb.where('createTime', '>=', since as Date))
    .executeTakeFirstOrThrow()
  return count
}
