import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/**
 * Returns the ids of books that share places or tags with a video, the strongest match first. At most 60 books are
 * examined per shared place or tag.
 */
export async function listVideoBookIds(db: Db, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with tie as (
      select near.book_id as id, 3.0 as weight
      from (select distinct place_id from video_place where video_id = ${id}) mine
      cross join lateral (select distinct book_id from (select book_id from book_place where place_id = mine.place_id limit 60) placed) near
      union all
      select other.book_id, 4.0 / (1 + ln(1 + tag.count))
      from video_tag mine join tag on tag.id = mine.tag_id
      cross join lateral (select book_id from book_tag where tag_id = mine.tag_id order by book_id desc limit 60) other
      where mine.video_id = ${id}
    )
    select id from tie group by id order by sum(weight) desc, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
