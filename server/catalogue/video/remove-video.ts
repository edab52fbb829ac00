import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { Editing } from '#server/catalogue/editing/as-editor.ts'
import { recordEdit } from '#server/catalogue/editing/record-edit.ts'
import { refreshItems } from '#server/catalogue/item/refresh-items.ts'
import { lockForRemoval, removeItem } from '#server/catalogue/item/remove-item.ts'
import { readVideoDraft } from './video-drafts.ts'

interface Removal {
  id: string
  /** True when the editor has confirmed that the comments on the video are deleted too. */
  confirmed: boolean
}

/**
 * Removes a video with its comments, reactions and messages. Must run in a transaction. Returns the storage key of its
 * cover, which the caller deletes after the commit. Throws `conflict` when the video has comments and the editor has
 * not confirmed their deletion.
 */
export async function removeVideo(db: Db, editing: Editing, { id, confirmed }: Removal): Promise<string[]> {
  const item = { itemType: 'video', itemId: id } as const
  await lockForRemoval(db, item)
  const { title, source, cover } = await readVideoDraft(db, id)
  const comments = await db
    .selectFrom('comment')
    .select('id')
    .where('itemType', '=', 'video')
    .where('itemId', '=', id)
    .execute()
  if (comments.length > 0 && !confirmed)
    fail('conflict', `这个视频上有 ${comments.length} 条评论，移除它评论也会没有；确定的话请再确认一次`)
  await removeReactions(
    db,
    id,
    comments.map((comment) => comment.id),
  )
  const change = await removeItem(db, item)
  await recordEdit(db, editing, 'video.remove', id, { title, source, countComments: comments.length })
  await refreshItems(db, 'video', [change])
  return cover === null ? [] : [cover]
}

/**
 * Deletes the comments, likes, saves and ratings of a video, and the messages and reports about the video or its
 * comments.
 */
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
