import { sql } from 'kysely'
import type { BookSort } from '#shared/api/book/book.ts'
import type { Pin } from '#shared/api/search/search.ts'
import type { VideoCard } from '#shared/api/book/video.ts'
import { parseVideoSource } from '#shared/video-source.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { placeNamesOf, readItemPage } from '#server/catalogue/item/item-page.ts'

interface VideoPageRequest {
  /** A part of the video title to filter by, in upper or lower case. */
  query?: string
  sort: BookSort
  cursor?: string | undefined
  limit: number
}

export async function listVideos(db: Db, { sort, cursor, limit, ...filter }: VideoPageRequest) {
  const page = await readItemPage(filtered(db, filter).select(cardColumns), { sort, cursor, limit })
  const total = await countRows(db, sql`${filtered(db, filter).select('video.id')}`)
  const scored = await filtered(db, filter).select('video.id').where('score', '>', 0).limit(1).executeTakeFirst()
  return { ...page, list: page.list.map(toCard), total, hasScores: scored !== undefined }
}

function filtered(db: Db, { query = '' }: Pick<VideoPageRequest, 'query'>) {
  return db.selectFrom('video').$if(query !== '', (qb) => qb.where(containsText(sql.ref('title'), query)))
}

/**
 * Returns the videos with these ids in the form that lists show, in the order of the ids. Deleted videos are left out.
 */
export async function listVideosById(db: Db, ids: string[]): Promise<VideoCard[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('video').select(cardColumns).where('id', 'in', ids).execute()
  const cards = new Map(rows.map((row) => [row.id, toCard(row)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/**
 * Returns for each video the place to which the map moves when the video is chosen: a place where the story is set, or
 * else a place the video is about, or else a place it comes from.
 */
export async function listVideoPins(db: Db, ids: string[]): Promise<Map<string, Pin>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Pin & { videoId: string }>`
    select distinct on (video_id) video_id, place.id as place_id, place.name as place, place.lng, place.lat
    from video_place join place on place.id = place_id where video_id = any(${ids})
    order by video_id, array_position(array['setting', 'subject', 'author', 'written'], kind), place.name`.execute(db)
  return new Map(rows.map(({ videoId, ...pin }) => [videoId, pin]))
}

const cardColumns = [
  ...(['id', 'title', 'source', 'cover', 'desc', 'views', 'score', 'countRated', 'countComments'] as const),
  ...placeNamesOf('video'),
] as const

function toCard({ source, score, ...row }: Omit<VideoCard, 'host'> & { source: string }): VideoCard {
  const { id, title, cover, desc, places, placeIds, views, countRated, countComments } = row
  const host = parseVideoSource(source)?.host ?? null
  return { id, title, cover, desc, host, places, placeIds, views, score: score || null, countRated, countComments }
}
