import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { CollectionEntry, LikedType } from '#shared/api/community/reaction.ts'
import { CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import { isVisibleEntry } from '#server/account/user/contribution-queries.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findItemHeads } from '#server/catalogue/item/item-queries.ts'

const maxIds = 1000
const Position = z.tuple([CursorTime, z.uuid()])

/** Returns the ids of the newest books, videos and comments that a user likes or has saved, by type. */
export async function listLikeSaveIds(db: Db, userId: string) {
  const idsOf = async (table: 'itemLike' | 'itemSave', itemType: LikedType) => {
    const { rows } = await sql<{ itemId: string }>`
      select item_id from ${sql.table(table)} entry where user_id = ${userId} and item_type = ${itemType} and ${isVisibleEntry}
      order by create_time desc, item_id desc limit ${maxIds}`.execute(db)
    return rows.map(({ itemId }) => itemId)
  }
  const [likedVideos, likedBooks, likedComments, saveVideos, saveBooks] = await Promise.all([
    idsOf('itemLike', 'video'),
    idsOf('itemLike', 'book'),
    idsOf('itemLike', 'comment'),
    idsOf('itemSave', 'video'),
    idsOf('itemSave', 'book'),
  ])
  return { likedVideos, likedBooks, likedComments, saveVideos, saveBooks }
}

interface LikesAndSavesRequest {
  expand: 'like' | 'save'
  itemType?: LikedType | undefined
  cursor?: string | undefined
  limit: number
}
interface EntryRow {
  itemType: LikedType
  itemId: string
  createTime: Date
}

/**
 * Returns one page of the books, videos and comments that a user likes or has saved, the newest first. Deleted ones and
 * unpublished comments are left out.
 */
export async function listLikesAndSaves(
  db: Db,
  userId: string,
  { expand, itemType, cursor, limit }: LikesAndSavesRequest,
) {
  const table = sql.table(expand === 'like' ? 'itemLike' : 'itemSave')
  const ofType = itemType === undefined ? sql`true` : sql`item_type = ${itemType}`
  const mine = sql`from ${table} entry where user_id = ${userId} and ${ofType} and ${isVisibleEntry}`
  const after =
    cursor === undefined ? sql`true` : sql`(create_time, item_id) < (${sql.join(decodeCursor(cursor, Position))})`
  const { rows } = await sql<EntryRow>`select item_type, item_id, create_time ${mine} and ${after}
    order by create_time desc, item_id desc limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${mine}`.execute(db)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    list: await withItems(db, page),
    nextCursor: last ? encodeCursor([last.createTime.toISOString(), last.itemId]) : null,
    total: counted[0]?.total ?? 0,
  }
}

async function withItems(db: Db, page: EntryRow[]): Promise<CollectionEntry[]> {
  const commentIds = page.filter(({ itemType }) => itemType === 'comment').map(({ itemId }) => itemId)
  const comments = await listCommentsById(db, commentIds)
  const items = page.flatMap(({ itemType, itemId }) => (itemType === 'comment' ? [] : [{ itemType, itemId }]))
  const heads = await findItemHeads(db, [...items, ...comments])
  return page.flatMap(({ itemType, itemId, createTime }) => {
    const comment = comments.find(({ id }) => id === itemId)
    const item = heads.get(comment?.itemId ?? itemId)
    if (item === undefined) return []
    const preview = comment ? { name: comment.name, content: comment.content } : null
    return [{ itemType, itemId, createTime: createTime.toISOString(), item, comment: preview }]
  })
}

async function listCommentsById(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('comment')
    .innerJoin('user', 'user.id', 'comment.userId')
    .select(['comment.id', 'comment.itemType', 'comment.itemId', 'comment.content', 'user.name'])
    .where('comment.id', 'in', ids)
    .execute()
}
