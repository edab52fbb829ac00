import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { StoreCover } from './cover-files.ts'
import { placeRowsOf } from './book-columns.ts'
import type { CatalogVideo } from './read-videos.ts'

interface Ids {
  tagIds: Map<string, string | null>
  placeIds: Map<string, string | null>
}

/**
 * Inserts the videos of the catalogue. Videos that the site has are not changed, and videos that an editor has removed
 * are not inserted again. Returns the ids of the inserted videos, which the caller adds to the map and to the search.
 */
export async function writeVideos(db: Db, videos: CatalogVideo[], ids: Ids, storeCover: StoreCover): Promise<string[]> {
  const known = await listKnown(
    db,
    videos.map(({ id }) => id),
  )
  const missing = videos.filter(({ id }) => !known.has(id))
  for (const video of missing) await writeVideo(db, video, ids, storeCover)
  return missing.map(({ id }) => id)
}

/** Returns those of the given ids whose videos the site has or an editor has removed. */
async function listKnown(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const [stored, removed] = await Promise.all([
    db
      .selectFrom('video')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute(),
    db
      .selectFrom('audit')
      .select('targetId')
      .where('action', '=', 'video.remove')
      .where(sql<boolean>`target_id = any(${ids}::uuid[])`)
      .execute(),
  ])
  return new Set([...stored.map(({ id }) => id), ...removed.flatMap(({ targetId }) => targetId ?? [])])
}

async function writeVideo(db: Db, video: CatalogVideo, { tagIds, placeIds }: Ids, storeCover: StoreCover) {
  const { id, createTime, title, source, desc } = video
  const cover = await storeCover(id, video.cover)
  await db
    .insertInto('video')
    .values({ id, title, source, desc, cover, ...(createTime && { createTime: new Date(createTime) }) })
    .execute()
  const tags = [...new Set(video.tags.flatMap((name) => tagIds.get(name) ?? []))]
  if (tags.length > 0)
    await db
      .insertInto('videoTag')
      .values(tags.map((tagId) => ({ videoId: id, tagId })))
      .execute()
  const places = placeRowsOf(video.places, placeIds).map((row) => ({ videoId: id, ...row }))
  if (places.length > 0) await db.insertInto('videoPlace').values(places).execute()
}
