import type { Db } from '#server/platform/db/schema.ts'
import { findDraftLinks } from '#server/catalogue/item/item-drafts.ts'
import { missingItem } from '#server/catalogue/item/item-tables.ts'

/**
 * Returns the data of a video with which an editor's form is filled. Throws `missing` when the video does not exist.
 */
export async function readVideoDraft(db: Db, id: string) {
  const row = await db
    .selectFrom('video')
    .select(['title', 'source', 'cover', 'desc'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return missingItem('video')
  return { ...row, ...(await findDraftLinks(db, { itemType: 'video', itemId: id })) }
}
