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

interface PlaceCounts {
  countBooks: number
  countPlaces: number
  /** The number of marks on the map; a mark is one book at one place. */
  countMarks: number
  countCountries: number
}

type LocatedEntry = Omit<PlaceEntry, 'region' | 'continent'> & Located

/**
 * Returns places with the number of their books that match a filter, at most `limit`, the largest number first; places
 * without such books are left out. Also counts all books on the map that match, and their places, marks and countries.
 * The matching marks are read once for all of this.
 */
export async function listPlaces(
  db: Db,
  filter: BookFilter,
  limit: number,
): Promise<PlaceCounts & { list: PlaceEntry[] }> {
  const { rows } = await sql<PlaceCounts & { list: LocatedEntry[] }>`
    with matched as materialized (
      select place_id, item_id, popularity from mark where ${isPlaced(filter)}
    ), counted as materialized (
      select place_id, count(*) as count from matched group by place_id
    ), top as materialized (
      select place_id, count from counted order by count desc, place_id limit ${limit}
    ), titled as (
      select place_id, jsonb_agg(title order by nth) as titles
      from (
        select place_id, item_id, row_number() over (partition by place_id order by popularity desc, item_id desc) as nth
        from matched join top using (place_id)
      ) ranked join book on book.id = item_id
      where nth <= ${titlesAPlace} group by place_id
    )
    select
      (select count(*) from matched) as count_marks,
      (select count(distinct item_id) from matched) as count_books,
      (select count(*) from counted) as count_places,
      (select count(distinct country) from counted join place on place.id = place_id) as count_countries,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', place.id, 'name', name, 'lng', lng, 'lat', lat, 'country', country,
          'province', province, 'count', count, 'titles', titles) order by count desc, name), '[]')
        from top join titled using (place_id) join place on place.id = place_id
      ) as list`.execute(db)
  const { list = [], ...counts } = rows[0] ?? { countBooks: 0, countPlaces: 0, countMarks: 0, countCountries: 0 }
  return { list: list.map(toEntry), ...counts }
}

function toEntry({ country, province, ...place }: LocatedEntry): PlaceEntry {
  return {
    ...place,
    region: regionOf({ name: place.name, country, province }),
    continent: continentOf(country),
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
