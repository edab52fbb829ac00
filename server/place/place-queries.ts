import { sql } from 'kysely'
import type { PlaceEntry } from '#shared/api/place.ts'
import type { Db } from '#server/db/schema.ts'
import { carriesAllTags } from '#server/tag/tag-queries.ts'
import { continentOf, type Located, regionOf } from './region.ts'

const maxPlaces = 1200
const titlesAPlace = 2

/** Places with the books pinned to them, those with most books first; only books that carry all `tags`. */
export async function listPlaces(db: Db, tags: string[]): Promise<PlaceEntry[]> {
  const { rows } = await sql<Omit<PlaceEntry, 'region' | 'continent'> & Located>`
    select place.id, place.name, place.lng, place.lat, place.country, place.province, pinned.count, pinned.titles
    from place
    cross join lateral (
      select array_agg(top.title order by top.heat desc, top.id desc) as titles, max(top.total) as count
      from (
        select book.id, book.title, book.heat, count(*) over () as total
        from book_place join book on book.id = book_place.book_id
        where book_place.place_id = place.id and ${carriesAllTags(tags)}
        group by book.id
        order by book.heat desc, book.id desc
        limit ${titlesAPlace}
      ) top
    ) pinned
    where pinned.count > 0
    order by pinned.count desc, place.name
    limit ${maxPlaces}`.execute(db)
  return rows.map(({ country, province, ...place }) => ({
    ...place,
    region: regionOf({ country, province }),
    continent: continentOf(country),
  }))
}

interface PlaceCounts {
  countBooks: number
  countPlaces: number
  /** One book at one place. */
  countMarks: number
  countCountries: number
}

/** How much of the world the books cover. */
export async function countPlaces(db: Db, tags: string[]): Promise<PlaceCounts> {
  const { rows } = await sql<PlaceCounts>`
    select count(distinct book_place.book_id) as count_books, count(distinct place.id) as count_places,
      count(distinct (book_place.book_id, place.id)) as count_marks,
      count(distinct place.country) as count_countries
    from book_place join place on place.id = book_place.place_id join book on book.id = book_place.book_id
    where ${carriesAllTags(tags)}`.execute(db)
  return rows[0] ?? { countBooks: 0, countPlaces: 0, countMarks: 0, countCountries: 0 }
}
