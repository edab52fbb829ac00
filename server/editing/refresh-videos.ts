import { topic } from '#server/cache/topics.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { indexVideos } from '#server/search/index/index-videos.ts'

/**
 * Indexes videos for search again and invalidates their pages, after their title, tags or places changed. Runs in the caller's
 * transaction, as its last step.
 */
export async function refreshVideos(db: Db, ids: string[]) {
  if (ids.length === 0) return
  await invalidate(db, topic.videos, ...ids.map((id) => topic.video(id)))
  await indexVideos(db, ids)
}
