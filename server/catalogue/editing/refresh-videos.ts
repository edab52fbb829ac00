import { topic } from '#server/platform/cache/topics.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { indexVideos } from '#server/search/index/index-videos.ts'

/**
 * Updates the search index of videos and invalidates their cached pages after their title, tags or places have changed.
 * Must run as the last step of a transaction.
 */
export async function refreshVideos(db: Db, ids: string[]) {
  if (ids.length === 0) return
  await invalidate(db, topic.videos, ...ids.map((id) => topic.video(id)))
  await indexVideos(db, ids)
}
