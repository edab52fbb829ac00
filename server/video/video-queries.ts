import { type ExpressionBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { BookSort } from '#shared/api/book/book.ts'
import type { Pin } from '#shared/api/search/search.ts'
import type { Tag } from '#shared/api/tag/tag.ts'
import type { VideoCard } from '#shared/api/book/video.ts'
import { readVideoSource } from '#shared/video-source.ts'
import { decodeCursor, encodeCursor } from '#server/db/cursor.ts'
import type { Database, Db } from '#server/db/schema.ts'
import { rankOf, sortColumns } from '#server/item/item-rank.ts'
import { carriesAllTags } from '#server/tag/tag-queries.ts'

interface VideoPageRequest {
  /** A video carries all of them. */
  tags?: string[]
  /** Stands in its title. */
  query?: string
  sort: BookSort
  cursor?: string | undefined
  limit: number
}

export async function listVideos(db: Db, { sort, cursor, limit, ...filter }: VideoPageRequest) {
  const column = sortColumns[sort]
  let query = filtered(db, filter)
    .select(cardColumns)
    .select(sql<string>`${sql.ref(column)}::text`.as('rank'))
    .orderBy(column, 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) {
    const [, rank, id] = decodeCursor(cursor, z.tuple([z.literal(sort), rankOf(sort), z.uuid()]))
    query = query.where(sql<boolean>`(${sql.ref(column)}, id) < (${rank}, ${id})`)
  }
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { list: list.map(toCard), nextCursor: last ? encodeCursor([sort, last.rank, last.id]) : null, total }
}

function filtered(db: Db, { tags = [], query = '' }: Pick<VideoPageRequest, 'tags' | 'query'>) {
  return db
    .selectFrom('video')
    .where(carriesAllTags(tags, 'video'))
    .$if(query !== '', (qb) => qb.where(sql<boolean>`position(lower(${query}) in lower(title)) > 0`))
}

/** These videos as lists show them, in this order; those that are gone are left out. */
export async function listVideosById(db: Db, ids: string[]): Promise<VideoCard[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('video').select(cardColumns).where('id', 'in', ids).execute()
  const cards = new Map(rows.map((row) => [row.id, toCard(row)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** Where the map goes for each: the place its story happens, else what it is about, else where it comes from. */
export async function listVideoPins(db: Db, ids: string[]): Promise<Map<string, Pin>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Pin & { videoId: string }>`
    select distinct on (video_id) video_id, place.id as place_id, place.name as place, place.lng, place.lat
    from video_place join place on place.id = place_id where video_id = any(${ids})
    order by video_id, array_position(array['setting', 'subject', 'author', 'written'], kind), place.name`.execute(db)
  return new Map(rows.map(({ videoId, ...pin }) => [videoId, pin]))
}

function cardColumns(eb: ExpressionBuilder<Database, 'video'>) {
  return [
    'id' as const,
    'title' as const,
    'source' as const,
    'cover' as const,
    'desc' as const,
    'views' as const,
    'score' as const,
    'countRated' as const,
    'countComments' as const,
    eb
      .selectFrom('videoPlace')
      .innerJoin('place', 'place.id', 'videoPlace.placeId')
      .whereRef('videoPlace.videoId', '=', 'video.id')
      .select(sql<string[]>`array_agg(distinct place.name)`.as('places'))
      .as('places'),
  ] as const
}

function toCard({
  source,
  score,
  places,
  ...row
}: Omit<VideoCard, 'host' | 'places'> & { source: string; places: string[] | null }): VideoCard {
  const { id, title, cover, desc, views, countRated, countComments } = row
  const host = readVideoSource(source)?.host ?? null
  return { id, title, cover, desc, host, places: places ?? [], views, score: score || null, countRated, countComments }
}

/** Tags of videos, with how many videos carry each, in the order tags are shown. */
export async function listVideoTags(db: Db): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select tag.id, tag.name, tag.kind, count(*) as count from video_tag join tag on tag.id = tag_id
    group by tag.id order by tag.position`.execute(db)
  return rows
}
