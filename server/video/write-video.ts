import type { VideoDraft } from '#shared/api/book/video.ts'
import { fail } from '#shared/api/failure.ts'
import type { Db } from '#server/db/schema.ts'
import { pinVideos } from '#server/map/cells/pin-marks.ts'
import { removeLonePlaces, writePlaces } from '#server/place/write-places.ts'
import { refreshVideos } from '#server/editing/refresh-videos.ts'
import { findTagIds } from '#server/tag/tag-queries.ts'

/** A video that was written or removed, and the places it has left. */
export interface VideoChange {
  id: string
  places: string[]
}

/** Writes a video with its tags and places, new or in place of what it was, in the caller's transaction. `refreshVideo` must follow. */
export async function writeVideo(db: Db, id: string, draft: VideoDraft): Promise<VideoChange> {
  const { tags, places, ...columns } = draft
  const tagIds =
    (await findTagIds(db, tags)) ??
    fail('invalid', '有的标签已经不在了，请重新选', { fields: { tags: '有的标签已经不在了' } })
  const placeIds = await writePlaces(db, places)
  await db
    .insertInto('video')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
  const change = await unlinkVideo(db, id)
  if (tagIds.length > 0)
    await db
      .insertInto('videoTag')
      .values(tagIds.map((tagId) => ({ videoId: id, tagId })))
      .execute()
  if (places.length > 0)
    await db
      .insertInto('videoPlace')
      .values(places.map(({ kind }, at) => ({ videoId: id, placeId: placeIds[at] as string, kind })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return change
}

/** Parts a video from its tags and places, as the first half of writing or removing it. */
export async function unlinkVideo(db: Db, id: string): Promise<VideoChange> {
  await db.deleteFrom('videoTag').where('videoId', '=', id).execute()
  const places = await db.deleteFrom('videoPlace').where('videoId', '=', id).returning('placeId').execute()
  return { id, places: [...new Set(places.map(({ placeId }) => placeId))] }
}

/** Brings marks, search and pages in step with a video that was written or removed; last in the transaction. */
export async function refreshVideo(db: Db, { id, places }: VideoChange) {
  await pinVideos(db, [id])
  await removeLonePlaces(db, places)
  await refreshVideos(db, [id])
}
