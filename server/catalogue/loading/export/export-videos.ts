import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import type { ExportCover } from './export-covers.ts'
import { withoutEmpty } from './export-rows.ts'

interface VideoRow {
  id: string
  createTime: Date
  title: string
  source: string
  cover: string | null
  desc: string
  tags: string[]
  places: Record<string, string[]> | null
}

/** Returns the videos with the given ids as entries of a catalogue, in the order of their ids. */
export async function exportVideos(db: Db, ids: string[], exportCover: ExportCover): Promise<object[]> {
  const { rows } = await sql<VideoRow>`
    select id, create_time, title, source, cover, "desc",
      array(select name from video_tag join tag on tag.id = tag_id where video_id = video.id order by kind, position, name) as tags,
      (select jsonb_object_agg(kind, names) from (
        select kind, jsonb_agg(name order by name) as names from video_place join place on place.id = place_id
        where video_id = video.id group by kind
      ) pinned) as places
    from video where id = any(${ids}::uuid[]) order by id`.execute(db)
  const entries: object[] = []
  for (const { cover, createTime, desc, places, ...row } of rows)
    entries.push({
      ...withoutEmpty({
        ...row,
        createTime: createTime.toISOString(),
        desc: desc === '' ? null : desc,
        cover: await exportCover(cover),
      }),
      places: places ?? {},
    })
  return entries
}
