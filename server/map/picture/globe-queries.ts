import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import type { GlobeMark } from './draw-globe.ts'

/**
 * Returns the places with the most marks, for a picture of the globe. The weight of a place, which determines the size
 * of its dot, is the number of its marks.
 */
export async function listGlobeMarks(db: Db, limit: number): Promise<GlobeMark[]> {
  const { rows } = await sql<GlobeMark>`
    select place.lng, place.lat, busy.weight
    from (select place_id, count(*) as weight from mark group by place_id order by weight desc, place_id limit ${limit}) busy
    join place on place.id = busy.place_id
    order by busy.weight desc, place.id`.execute(db)
  return rows
}

/**
 * Returns the places of a book or video, for a picture of the globe. All have the weight 1, so that their dots have the
 * same size.
 */
export async function listItemMarks(db: Db, itemId: string): Promise<GlobeMark[]> {
  const { rows } = await sql<GlobeMark>`
    select place.lng, place.lat, 1 as weight
    from mark join place on place.id = mark.place_id
    where item_id = ${itemId}
    order by place.id`.execute(db)
  return rows
}

/** Returns the places of a person's life and of the books they wrote, at most 100, for a picture of the globe. */
export async function listPersonMarks(db: Db, personId: string): Promise<GlobeMark[]> {
  const { rows } = await sql<GlobeMark>`
    select place.lng, place.lat, 1 as weight from place where id in (
      select place_id from person_place where person_id = ${personId}
      union
      select place_id from book_author join book_place on book_place.book_id = book_author.book_id
      where person_id = ${personId} and kind <> 'author' limit 100
    ) order by id`.execute(db)
  return rows
}
