import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { isOfStory } from '#server/catalogue/mark-cells/marks-of-items.ts'
import type { GlobeMark } from '#server/engines/globe/draw-globe.ts'
import type { NamedSpot } from '#server/engines/globe/draw-life-map.ts'

/**
 * Returns the places about which most books and videos write, for a picture of the globe. The weight of a place, which
 * determines the size of its dot, is the number of its books and videos.
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
 * Returns the places that books write about, for a picture of the globe. The weight of a place is the number of its
 * books.
 */
export async function listMarksOfBooks(db: Db, ids: string[]): Promise<GlobeMark[]> {
  const { rows } = await sql<GlobeMark>`
    select lng, lat, count(*)::integer as weight from book_place join place on place.id = place_id
    where book_id = any(${ids}::uuid[]) and ${isOfStory} group by place.id order by weight desc, place.id limit 200`.execute(
    db,
  )
  return rows
}

/** Returns the positions of places, for a picture of the globe. */
export async function listMarksOfPlaces(db: Db, ids: string[]): Promise<GlobeMark[]> {
  const { rows } = await sql<GlobeMark>`
    select lng, lat, 1 as weight from place where id = any(${ids}::uuid[]) order by id`.execute(db)
  return rows
}

/** Returns the places of a person's life in their order, and at most 60 places that the books they wrote tell of. */
export async function listLifeSpots(db: Db, personId: string): Promise<{ life: NamedSpot[]; works: NamedSpot[] }> {
  const life = await sql<NamedSpot>`
    select name, lng, lat from person_place join place on place.id = place_id
    where person_id = ${personId} order by position`.execute(db)
  const works = await sql<NamedSpot>`
    select name, lng, lat from place join (
      select place_id, max(written.book_popularity) as popularity from (
        select book_id, book_popularity from book_author where person_id = ${personId}
        order by book_popularity desc, book_id desc limit 200
      ) written join book_place on book_place.book_id = written.book_id
      where ${isOfStory} group by place_id
    ) own on place_id = place.id order by own.popularity desc, place.id limit 60`.execute(db)
  return { life: life.rows, works: works.rows }
}
