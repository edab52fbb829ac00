import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockItem } from '#server/catalogue/item/lock-item.ts'

export type LockedComment = Awaited<ReturnType<typeof lockComment>>['comment']

/**
 * Locks a comment after locking its book or video, as `lockItem` requires. Must run in a transaction. Throws `missing`
 * for an unknown comment.
 */
export async function lockComment(db: Db, id: string) {
  const where = await db.selectFrom('comment').select(['itemType', 'itemId']).where('id', '=', id).executeTakeFirst()
  if (where === undefined) return fail('missing', '没有找到这条评论')
  const item = await lockItem(db, where)
  const comment = await db
    .selectFrom('comment')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { item, comment }
}
