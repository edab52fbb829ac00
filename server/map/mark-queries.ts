import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import type { GlobeMark } from './draw-globe.ts'

/** The places with most books, with how many each has. */
export async function listGlobeMarks(db: Db, limit: number): Promise<GlobeMark[]> {
  const { rows } = await sql<GlobeMark>`
    select place.lng, place.lat, count(distinct book_id) as weight
    from book_place join place on place.id = book_place.place_id
    group by place.id order by weight desc, place.id limit ${limit}`.execute(db)
  return rows
}

/** The places of one book. */
export async function listBookMarks(db: Db, bookId: string): Promise<GlobeMark[]> {
  const { rows } = await sql<GlobeMark>`
    select distinct on (place.id) place.lng, place.lat, 1 as weight
    from book_place join place on place.id = book_place.place_id
    where book_id = ${bookId}
    order by place.id`.execute(db)
  return rows
}
