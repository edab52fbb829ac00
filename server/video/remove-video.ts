import { topic } from '#server/cache/topics.ts'
import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { recordEdit } from '#server/editing/record-edit.ts'
import { invalidate } from '#server/cache/changes.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { unlinkTagsAndPlaces } from '#server/item/write-item.ts'
import { refreshVideo } from './write-video.ts'

interface Removal {
  id: string
  editorId: string
  /** True when the editor has confirmed that the comments on the video are deleted too. */
  confirmed: boolean
}

/**
 * Removes a video with its comments, reactions and messages, in a transaction. Returns the storage key of its cover, which the
 * caller deletes. Throws `conflict` when the video has comments and the editor has not confirmed their deletion.
 */
export async function removeVideo(db: Db, { id, editorId, confirmed }: Removal): Promise<string[]> {
  return inTransaction(db, async (db) => {
    // The lock makes concurrent comments and reactions wait, so that they then find that the video no longer exists.
    const video = await db
      .selectFrom('video')
      .select(['title', 'source', 'cover'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (video === undefined) return fail('missing', '没有找到这个视频，它可能已被移走')
    const comments = await db
      .selectFrom('comment')
      .select('id')
      .where('itemType', '=', 'video')
      .where('itemId', '=', id)
      .execute()
    if (comments.length > 0 && !confirmed)
      fail('conflict', `这个视频上有 ${comments.length} 条评论，移走它评论也会没有；确定的话请再确认一次`)
    await removeReactions(
      db,
      id,
      comments.map((comment) => comment.id),
    )
    const change = await unlinkTagsAndPlaces(db, { itemType: 'video', itemId: id })
    await db.deleteFrom('video').where('id', '=', id).execute()
    const detail = { title: video.title, source: video.source, countComments: comments.length }
    await recordEdit(db, { editorId }, 'video.remove', id, detail)
    await refreshVideo(db, change)
    return video.cover === null ? [] : [video.cover]
  })
}

/** Deletes the comments, likes, saves and ratings of a video, and the messages and reports about the video or its comments. */
async function removeReactions(db: Db, id: string, commentIds: string[]) {
  const { rows: messages } = await sql<{ userId: string }>`
    delete from message where (item_type = 'comment' and item_id = any(${commentIds}))
      or (item_type = 'video' and item_id = ${id}) returning user_id`.execute(db)
  await sql`delete from report where comment_id = any(${commentIds})`.execute(db)
  await sql`delete from item_like where (item_type = 'comment' and item_id = any(${commentIds}))
    or (item_type = 'video' and item_id = ${id})`.execute(db)
  for (const table of ['comment', 'item_save', 'rating'])
    await sql`delete from ${sql.table(table)} where item_type = 'video' and item_id = ${id}`.execute(db)
  await invalidate(db, ...new Set(messages.map(({ userId }) => topic.messages(userId))))
}
