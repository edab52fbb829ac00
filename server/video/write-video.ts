import type { VideoDraft } from '#shared/api/book/video.ts'
import type { Db } from '#server/db/schema.ts'
import { type ItemChange, writeItem } from '#server/item/write-item.ts'
import { pinVideos } from '#server/map/cells/pin-marks.ts'
import { removeLonePlaces } from '#server/place/write-places.ts'
import { refreshVideos } from '#server/editing/refresh-videos.ts'

/** Inserts or updates a video with its tags and places. Must run in a transaction whose last step is `refreshVideo`. */
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

/**
 * Refreshes the map marks, the search index and the cached pages of a video that was written or removed. Must run as
 * the last step of the transaction.
 */
export async function refreshVideo(db: Db, { id, places }: ItemChange) {
  await pinVideos(db, [id])
  await removeLonePlaces(db, places)
  await refreshVideos(db, [id])
}
