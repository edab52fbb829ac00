import type { Video } from '#shared/api/book/video.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { placesOf, tagsOf } from '#server/catalogue/item/item-page.ts'
import { regionOf } from '#server/catalogue/place/region.ts'

/** Returns a video with its tags and places; undefined when it does not exist. */
export async function findVideo(db: Db, id: string): Promise<Video | undefined> {
  const row = await db
    .selectFrom('video')
    .selectAll()
    .select([tagsOf('video'), placesOf('video')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { sumRated, popularity, createTime, ...video } = row
  return {
    ...video,
    score: row.score || null,
    createTime: createTime.toISOString(),
    places: row.places.map(({ placeId, country, province, ...place }) => ({
      id: placeId,
      ...place,
      region: regionOf({ name: place.name, country, province }),
    })),
    recommends: [],
  }
}

/** Returns the URL from which a video plays; undefined if the video does not exist. */
export async function findSource(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('video').select('source').where('id', '=', id).executeTakeFirst())?.source
}
