import { sql } from 'kysely'
import type { LifePlace, LifePlaceKind, WorkPlace } from '#shared/api/person/person.ts'
import type { PassingTour } from '#shared/api/place/tour.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isOfStory } from '#server/catalogue/mark-cells/marks-of-items.ts'
import { regionOf } from '#server/catalogue/place/region.ts'

/** Returns the places of a person's life, the birthplace first and the place of death last. */
export async function listLifePlaces(db: Db, personId: string): Promise<LifePlace[]> {
  const { rows } = await sql<{
    placeId: string
    name: string
    lng: number
    lat: number
    country: string | null
    province: string | null
    kind: LifePlaceKind
    from: number | null
    to: number | null
  }>`select place.id as place_id, name, lng, lat, country, province, kind, from_year as "from", to_year as "to"
    from person_place join place on place.id = place_id where person_id = ${personId} order by position`.execute(db)
  return rows.map(({ country, province, ...row }) => ({
    ...row,
    region: regionOf({ name: row.name, country, province }),
  }))
}

const maxWorkPlaces = 60
/** The largest number of books of a person whose places are looked up; the most popular books are taken. */
const maxPlacedWorks = 200

/**
 * Returns places that the most popular books of a person write about, each with the most popular of these books, at
 * most 60 places of 200 books.
 */
export async function listWorkPlaces(db: Db, personId: string): Promise<WorkPlace[]> {
  const { rows } = await sql<Omit<WorkPlace, 'book'> & { bookId: string; title: string }>`
    select place.id as place_id, place.name, place.lng, place.lat, book.id as book_id, book.title
    from (
      select * from (
        select distinct on (place_id) place_id, written.book_id, written.book_popularity
        from (
          select book_id, book_popularity from book_author where person_id = ${personId}
          order by book_popularity desc, book_id desc limit ${maxPlacedWorks}
        ) written join book_place on book_place.book_id = written.book_id
        where ${isOfStory}
        order by place_id, written.book_popularity desc, written.book_id
      ) each_place order by book_popularity desc, place_id limit ${maxWorkPlaces}
    ) own join place on place.id = own.place_id join book on book.id = own.book_id
    order by own.book_popularity desc, place.name`.execute(db)
  return rows.map(({ bookId, title, ...place }) => ({ ...place, book: { id: bookId, title } }))
}

/** Returns tours that stop at a book by the person, or at a place of their life, each with the first such stop. */
export async function listToursOf(db: Db, personId: string): Promise<PassingTour[]> {
  const { rows } = await sql<PassingTour>`
    select tour.id, tour.title, stop.title as stop from (
      select distinct on (tour_id) tour_id, title, is_book from (
        select tour_id, position, title, true as is_book from tour_stop
        where book_id in (select book_id from book_author where person_id = ${personId})
        union all
        select tour_id, position, title, false from tour_stop
        where place_id in (select place_id from person_place where person_id = ${personId})
      ) at_person order by tour_id, is_book desc, position
    ) stop join tour on tour.id = tour_id
    order by stop.is_book desc, tour.position, tour.id limit 8`.execute(db)
  return rows
}
