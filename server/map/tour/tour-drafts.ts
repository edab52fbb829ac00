import { sql } from 'kysely'
import type { TourDraft } from '#shared/api/place/tour-admin.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Returns the data of a tour for the editors' form; undefined if the tour does not exist. */
export async function findTourDraft(db: Db, id: string): Promise<TourDraft | undefined> {
  const tour = await db.selectFrom('tour').select(['title', 'desc', 'position']).where('id', '=', id).executeTakeFirst()
  if (tour === undefined) return undefined
  const stops = await db
    .selectFrom('tourStop')
    .select(['title', 'text', 'zoom', 'lng', 'lat', 'placeId', 'bookId'])
    .where('tourId', '=', id)
    .orderBy('position')
    .execute()
  return { ...tour, stops }
}

/** Returns the titles of the books and the names of the places at the stops of a tour, by their ids. */
export async function nameStops(db: Db, { stops }: TourDraft): Promise<Record<string, string>> {
  const ids = stops.flatMap(({ placeId, bookId }) => [placeId, bookId]).filter((id) => id !== null)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, title as name from book where id = any(${ids}::uuid[])
    union all select id, name from place where id = any(${ids}::uuid[])`.execute(db)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
