import type { VideoDraft } from '#shared/api/book/video-admin.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type ItemChange, writeItem } from '#server/catalogue/item/write-item.ts'

/**
 * Inserts or updates a video with its tags and places. Must run in a transaction whose last step is `refreshItems`.
 */
export function writeVideo(db: Db, id: string, draft: VideoDraft): Promise<ItemChange> {
  const { tags, places, ...columns } = draft
  return writeItem(db, { itemType: 'video', itemId: id }, { tags, places }, () =>
    db
      .insertInto('video')
      .values({ id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute(),
  )
}
