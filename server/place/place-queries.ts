import { type RawBuilder, sql } from 'kysely'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import type { TimeWindow } from '#shared/period.ts'
import type { Db } from '#server/db/schema.ts'
import { overlapsWindow } from '#server/map/cells/mark-periods.ts'
import { continentOf, type Located, regionOf } from './region.ts'

const titlesAPlace = 2

/** A filter on books: a book matches if it has all the tags and is about years of the window of time. */
interface BookFilter {
  tagIds: string[]
  window: TimeWindow | null
}

/**
 * Returns places with the number of their books that match a filter, the largest number first; places without such
 * books are left out.
 */
export async function listPlaces(db: Db, filter: BookFilter, limit: number): Promise<PlaceEntry[]> {
  const { rows } = await sql<Omit<PlaceEntry, 'region' | 'continent'> & Located>`
    select place.id, place.name, place.lng, place.lat, place.country, place.province, counted.count,
      array(
        select book.title from mark join book on book.id = mark.item_id
        where mark.place_id = place.id and ${isPlaced(filter)}
        order by mark.popularity desc, mark.item_id desc limit ${titlesAPlace}
      ) as titles
    from (
      select place_id, count(*) as count from mark where ${isPlaced(filter)}
      group by place_id order by count desc, place_id limit ${limit}
    ) counted
    join place on place.id = counted.place_id
    order by counted.count desc, place.name`.execute(db)
  return rows.map(({ country, province, ...place }) => ({
    ...place,
    region: regionOf({ name: place.name, country, province }),
    continent: continentOf(country),
  }))
}

interface PlaceCounts {
  countBooks: number
  countPlaces: number
  /** The number of marks on the map; a mark is one book at one place. */
  countMarks: number
  countCountries: number
}

/** Counts the books on the map that match a filter, and their places, marks and countries. */
export async function countPlaces(db: Db, filter: BookFilter): Promise<PlaceCounts> {
  const { rows } = await sql<PlaceCounts>`
    select sum(counted.count)::integer as count_marks, count(*) as count_places,
      count(distinct place.country) as count_countries,
      (select count(distinct item_id) from mark where ${isPlaced(filter)}) as count_books
    from (select place_id, count(*) as count from mark where ${isPlaced(filter)} group by place_id) counted
    join place on place.id = counted.place_id`.execute(db)
  const [counts] = rows
  return {
    countBooks: counts?.countBooks ?? 0,
    countPlaces: counts?.countPlaces ?? 0,
    countMarks: counts?.countMarks ?? 0,
    countCountries: counts?.countCountries ?? 0,
  }
}

/** Returns an SQL condition on the table `mark`: the mark belongs to a book that matches the filter. */
function isPlaced({ tagIds, window }: BookFilter): RawBuilder<boolean> {
  const parts = [
    sql`mark.item_type = 'book'`,
    ...(tagIds.length > 0 ? [sql`mark.tag_ids @> ${tagIds}::uuid[]`] : []),
    ...(window === null ? [] : [overlapsWindow(window)]),
  ]
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}
