import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { lockIndex } from './lock-index.ts'
import { makeEntry } from './make-entry.ts'

interface VideoRow {
  id: string
  title: string
  desc: string
  tags: string[]
  places: string[]
  placeNames: string[]
}

/**
 * Updates the index entries of videos, as `indexBooks` does for books. Must be the last write of a transaction; takes
 * the index lock.
 */
export async function indexVideos(db: Db, ids: string[]) {
  if (ids.length === 0) return
  // Without the index lock, two concurrent transactions could replace a newer search index entry by an outdated one.
  await lockIndex(db)
  const { rows } = await sql<VideoRow>`
    select id, title, "desc",
      array(select tag.name from video_tag join tag on tag.id = tag_id where video_id = video.id order by tag.position) as tags,
      array(select distinct place.name from video_place join place on place.id = place_id where video_id = video.id) as places,
      array(
        select name from video_place join place_name using (place_id) where video_id = video.id
        group by name order by min(position), name
      ) as place_names
    from video where id = any(${ids}) order by id`.execute(db)
  const entries = await Promise.all(rows.map(toEntry))
  await sql`delete from search_video where video_id = any(${ids}::uuid[])`.execute(db)
  for (const { names, tokens, ...entry } of entries)
    await db
      .insertInto('searchVideo')
      .values({ ...entry, names: JSON.stringify(names), tokens: sql<string>`array_to_tsvector(${tokens}::text[])` })
      .execute()
}

async function toEntry({ id, title, desc, tags, places, placeNames }: VideoRow) {
  const entry = await makeEntry({
    named: [
      ['title', [title]],
      ['tag', tags],
      ['place', places],
      ['placeAlso', placeNames],
    ],
    texts: [desc],
    filters: [],
  })
  return { videoId: id, ...entry }
}

const videosPerTransaction = 100

/** Rebuilds the index entries of all videos and removes those of deleted videos, in transactions of 100 videos. */
export async function reindexVideos(db: Db) {
  const { rows } = await sql<{
    id: string
  }>`select id from video union select video_id from search_video order by 1`.execute(db)
  for (let start = 0; start < rows.length; start += videosPerTransaction) {
    const ids = rows.slice(start, start + videosPerTransaction).map(({ id }) => id)
    await db.transaction().execute((db) => indexVideos(db, ids))
  }
}
