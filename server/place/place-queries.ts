import { sql } from 'kysely'
import type { PlaceEntry } from '#shared/api/place.ts'
import type { Db } from '#server/db/schema.ts'
import { carriesAllTags } from '#server/tag/tag-queries.ts'
import { continentOf, type Located, regionOf } from './region.ts'

const maxPlaces = 1200
const maxBooksAPlace = 12

/** Places with the books pinned to them, those with most books first; only books that carry all `tags`. */
export async function listPlaces(db: Db, tags: string[]): Promise<PlaceEntry[]> {
  const { rows } = await sql<Pick<PlaceEntry, 'id' | 'name' | 'lng' | 'lat'> & { books: string } & Located>`
    select place.id, place.name, place.lng, place.lat, place.country, place.province, pinned.books::text
    from place
    cross join lateral (
      select json_agg(json_build_object('id', top.id, 'title', top.title)) as books, max(top.total) as total
      from (
        select book.id, book.title, count(*) over () as total
        from book_place join book on book.id = book_place.book_id
        where book_place.place_id = place.id and ${carriesAllTags(tags)}
        group by book.id
        order by book.heat desc, book.id desc
        limit ${maxBooksAPlace}
      ) top
    ) pinned
    where pinned.books is not null
    order by pinned.total desc, place.name
    limit ${maxPlaces}`.execute(db)
  // As text past the query layer, which would rename every key of every book on its way.
  return rows.map(({ books, country, province, ...place }) => ({
    ...place,
    books: JSON.parse(books) as PlaceEntry['books'],
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
