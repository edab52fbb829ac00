import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { DirectoryPlace } from '#shared/api/place/place-directory.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { allPlaces, allTags } from '#server/catalogue/mark-cells/mark-grid.ts'
import type { RegionKey } from '#server/catalogue/place/region.ts'

/** Returns the number of books that write about any place. */
export async function countPlacedBooks(db: Db): Promise<number> {
  const row = await db
    .selectFrom('placeTagCount')
    .select('count')
    .where('tagId', '=', allTags)
    .where('placeId', '=', allPlaces)
    .executeTakeFirst()
  return row?.count ?? 0
}

interface DirectoryRequest {
  region: RegionKey & { placeId?: string }
  cursor?: string | undefined
  limit: number
}

/** Returns one page of the places of a region that have books, those with most books first, and the number of all. */
export async function listPlacesOfRegion(db: Db, { region, cursor, limit }: DirectoryRequest) {
  const { country, province, placeId } = region
  const after = cursor === undefined ? null : decodeCursor(cursor, z.tuple([z.int32().check(z.minimum(0)), z.uuid()]))
  const isAfter = after === null ? sql`true` : sql`(-count_books, place_id) > (${-after[0]}, ${after[1]})`
  const isWanted = placeId === undefined ? sql`true` : sql`place_id = ${placeId}`
  const { rows } = await sql<DirectoryPlace>`
    select place.id, place.name, counted.count_books,
      array(select name from place_name where place_id = place.id and name <> place.name order by position, name limit 4) as names,
      array(
        select book.title from mark join book on book.id = mark.item_id
        where mark.place_id = place.id and item_type = 'book'
        order by mark.popularity desc, mark.item_id desc limit 2
      ) as titles
    from (
      select place_id, count_books from place_count
      where country = ${country} and province = ${province} and ${isWanted} and ${isAfter}
      order by count_books desc, place_id limit ${limit + 1}
    ) counted join place on place.id = counted.place_id
    order by counted.count_books desc, place.id`.execute(db)
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  const total = placeId === undefined ? await countPlacesOfRegion(db, region) : list.length
  return { list, nextCursor: last ? encodeCursor([last.countBooks, last.id]) : null, total }
}

async function countPlacesOfRegion(db: Db, { country, province }: RegionKey): Promise<number> {
  const row = await db
    .selectFrom('placeRegion')
    .select('countPlaces')
    .where('country', '=', country)
    .where('province', '=', province)
    .executeTakeFirst()
  return row?.countPlaces ?? 0
}

/** Returns a place with this name whose country is disputed; its name stands for its region. */
export function findDisputedPlace(db: Db, name: string) {
  return db
    .selectFrom('place')
    .select(['id', 'lng', 'lat'])
    .where('name', '=', name)
    .where('country', 'is', null)
    .executeTakeFirst()
}
