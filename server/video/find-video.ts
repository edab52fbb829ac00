import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Video } from '#shared/api/book/video.ts'
import type { Database, Db } from '#server/db/schema.ts'
import { regionOf } from '#server/place/region.ts'

/** One video whole, or undefined. */
export async function findVideo(db: Db, id: string): Promise<Video | undefined> {
  const row = await db
    .selectFrom('video')
    .selectAll()
    .select((eb) => [tagsOf(eb).as('tags'), placesOf(eb).as('places')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { sumRated, popularity, createTime, ...video } = row
  return {
    ...video,
    score: row.score || null,
    createTime: createTime.toISOString(),
    places: row.places.map(({ placeId, country, province, ...place }) => ({
      ...place,
      region: regionOf({ name: place.name, country, province }),
    })),
    recommends: [],
  }
}

/** Where a video plays from. */
export async function findSource(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('video').select('source').where('id', '=', id).executeTakeFirst())?.source
}

function tagsOf(eb: ExpressionBuilder<Database, 'video'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('videoTag')
      .innerJoin('tag', 'tag.id', 'videoTag.tagId')
      .whereRef('videoTag.videoId', '=', 'video.id')
      .select(['tag.id', 'tag.name', 'tag.kind', 'tag.count'])
      .orderBy(sql`array_position(array['form', 'subject', 'era', 'region'], tag.kind)`)
      .orderBy('tag.position'),
  )
}

export function placesOf(eb: ExpressionBuilder<Database, 'video'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('videoPlace')
      .innerJoin('place', 'place.id', 'videoPlace.placeId')
      .whereRef('videoPlace.videoId', '=', 'video.id')
      .select(['place.id as placeId', 'place.name', 'place.lng', 'place.lat', 'place.country', 'place.province'])
      .select('videoPlace.kind')
      .orderBy(sql`array_position(array['setting', 'subject', 'author', 'written'], video_place.kind)`)
      .orderBy('place.name'),
  )
}
