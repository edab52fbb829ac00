import { type RawBuilder, sql } from 'kysely'
import type { PlaceEntry } from '#shared/api/place/place.ts'
import type { TimeWindow } from '#shared/period.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { allPlaces, allTags } from '#server/catalogue/mark-cells/mark-grid.ts'
import { countInCell, overlapsWindow } from '#server/catalogue/mark-cells/mark-periods.ts'
import { matchAllTags } from '#server/catalogue/tag/match-all-tags.ts'
import { continentOf, type Located, regionOf } from './region.ts'

const titlesAPlace = 2
/** A request reads at most this number of places of a tag, those with most books first. */
const maxReadPlaces = 1500
/** The titles of a place are looked up among this number of its most popular marks. */
const maxReadTitles = 200

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
  /** Whether more books match than `countBooks` states. */
  hasMoreBooks: boolean
  /**
   * Whether more places have matching books than `countPlaces` states; then there may also be more countries than
   * `countCountries`.
   */
  hasMorePlaces: boolean
}

type LocatedEntry = Omit<PlaceEntry, 'region' | 'continent'> & Located

/** The answer for a filter that no book matches. */
export const noPlaces = {
  list: [],
  countBooks: 0,
  countPlaces: 0,
  countMarks: 0,
  countCountries: 0,
  hasMoreBooks: false,
  hasMorePlaces: false,
}

/**
 * Returns places with the number of their books that match a filter, at most `limit`, the largest number first; places
 * without such books are left out. Also counts all books on the map that match, and their places, marks and countries.
 * If the filter has at most one tag, the stored numbers are read, and the places with most books of the tag. If it has
 * several tags, the marks of the matching books, which `matchAllTags` finds, are read and counted.
 */
export async function listPlaces(
  db: Db,
  filter: BookFilter,
  limit: number,
): Promise<PlaceCounts & { list: PlaceEntry[] }> {
  const { counted, countBooks, hasMoreBooks, hasMorePlaces, titled } =
    filter.tagIds.length > 1 ? countMatching(filter) : readStored(filter)
  const { rows } = await sql<PlaceCounts & { list: LocatedEntry[] }>`
    with ${counted}, top as materialized (
      select place_id, count from counted order by count desc, place_id limit ${limit}
    ), titled as (${titled})
    select
      (${countBooks}) as count_books, sum(count) as count_marks, count(*) as count_places,
      count(distinct country) as count_countries, (${hasMoreBooks}) as has_more_books,
      (${hasMorePlaces}) as has_more_places, (
        select coalesce(jsonb_agg(jsonb_build_object('id', place.id, 'name', name, 'lng', lng, 'lat', lat,
          'country', country, 'province', province, 'count', count, 'titles', titles) order by count desc, name), '[]')
        from top join titled using (place_id) join place on place.id = place_id
      ) as list
    from counted join place on place.id = place_id having count(*) > 0`.execute(db)
  const { list, ...counts } = rows[0] ?? noPlaces
  return { list: list.map(toEntry), ...counts }
}

/** The parts of an SQL query that counts places and their books. */
interface PlaceSource {
  /** Common table expressions, the last of which is `counted`: places with the number of their matching books. */
  counted: RawBuilder<unknown>
  /** A query for the number of all matching books. */
  countBooks: RawBuilder<unknown>
  hasMoreBooks: RawBuilder<unknown>
  hasMorePlaces: RawBuilder<unknown>
  /** A query for the titles of the most popular matching books of each place of `top`. */
  titled: RawBuilder<unknown>
}

function readStored(filter: BookFilter): PlaceSource {
  const [tagId = allTags] = filter.tagIds
  const count = countInCell(filter.window, 'placeTagCount')
  return {
    counted: sql`busiest as materialized (
      select place_id, ${count} as count from place_tag_count
      where tag_id = ${tagId} and place_id <> ${allPlaces}
      order by place_tag_count.count desc, place_id limit ${sql.lit(maxReadPlaces)}
    ), counted as materialized (
      select place_id, count from busiest where count > 0
    )`,
    countBooks: sql`
      select coalesce(sum(${count}), 0) from place_tag_count where tag_id = ${tagId} and place_id = ${allPlaces}`,
    hasMoreBooks: sql`false`,
    hasMorePlaces: sql`select count(*) = ${sql.lit(maxReadPlaces)} from busiest`,
    titled: sql`
      select place_id, array(
        select title from (
          select item_id, popularity from (
            select * from mark where mark.place_id = top.place_id
            order by popularity desc, item_id desc limit ${sql.lit(maxReadTitles)}
          ) mark where ${isPlaced(filter)} order by popularity desc, item_id desc limit ${titlesAPlace}
        ) first join book on book.id = item_id
        order by first.popularity desc, item_id desc
      ) as titles from top`,
  }
}

function countMatching({ tagIds, window }: BookFilter): PlaceSource {
  return {
    counted: sql`${matchAllTags(tagIds)}, matched as materialized (
      select place_id, item_id, popularity from matching join mark using (item_id)
      where ${isPlaced({ tagIds: [], window })}
    ), counted as materialized (
      select place_id, count(*) as count from matched group by place_id
    )`,
    countBooks: sql`select count(distinct item_id) from matched`,
    hasMoreBooks: sql`select not is_complete from completeness`,
    hasMorePlaces: sql`select not is_complete from completeness`,
    titled: sql`
      select place_id, array_agg(title order by nth) as titles
      from (
        select place_id, item_id, row_number() over (partition by place_id order by popularity desc, item_id desc) as nth
        from matched join top using (place_id)
      ) ranked join book on book.id = item_id
      where nth <= ${titlesAPlace} group by place_id`,
  }
}

function toEntry({ country, province, ...place }: LocatedEntry): PlaceEntry {
  return {
    ...place,
    region: regionOf({ name: place.name, country, province }),
    continent: continentOf({ country, ...place }),
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
