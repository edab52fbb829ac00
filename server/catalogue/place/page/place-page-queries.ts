import { sql } from 'kysely'
import type { NearbyPlace, PlaceName, PlacePage, PassingRoute } from '#shared/api/place/place-page.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findRedirect } from '#server/catalogue/editing/redirects.ts'
import { kilometresBetween } from '#server/catalogue/place/gazetteer.ts'
import { listNearest, type PlaceRow } from '#server/catalogue/place/list-nearest.ts'
import { continentOf, regionOf } from '#server/catalogue/place/region.ts'
import { listFirstPeople } from './people-of-place.ts'
import { listRoutes } from '#server/catalogue/route/route-queries.ts'

/**
 * A historical route passes a place if one of its points, which are towns on its way, is at most this many kilometres
 * away.
 */
const passingKilometres = 40

const nearbyPlaces = 12
const nearbyKilometres = 300

/**
 * Returns what the page of a place shows, except its books; undefined if the place does not exist. The id of a merged
 * place gives the place it was merged into.
 */
export async function findPlacePage(db: Db, wantedId: string): Promise<PlacePage | undefined> {
  const place = (await findPlace(db, wantedId)) ?? (await findWinner(db, wantedId))
  if (place === undefined) return undefined
  const { id, name, lng, lat, countBooks } = place
  const [names, people, nearby, passing, routes] = await Promise.all([
    listNames(db, place),
    listFirstPeople(db, id),
    listNearby(db, place),
    listTours(db, id),
    listRoutesNear(db, place),
  ])
  const known = [name, ...names.map((one) => one.name)]
  const tours = passing.map(({ authors, ...tour }) => ({
    ...tour,
    isIntroduction: isIntroduction(tour.text, known, authors),
  }))
  const located = { region: regionOf(place), continent: continentOf(place) }
  return { id, name, names, ...located, lng, lat, countBooks, ...people, nearby, tours, routes }
}

/**
 * Returns the place with this main name or, if there is none, with this former name, or else with this further name. If
 * several places have the further name, the one with the most books is returned.
 */
export async function findPlaceNamed(db: Db, name: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (
      select id, name, 1 as rank, 0 as count from place where name = ${name}
      union all
      select place.id, place.name, 2, 0 from redirect join place on place.id = target_id
      where noun = 'place' and old_key = ${name}
      union all
      select place.id, place.name, 3, coalesce(count_books, 0)
      from place_name join place on place.id = place_name.place_id left join place_count on place_count.place_id = place.id
      where place_name.name = ${name}
    ) found order by rank, count desc, id limit 1`.execute(db)
  return rows[0]
}

type CountedPlace = PlaceRow & { countBooks: number }

async function findPlace(db: Db, id: string): Promise<CountedPlace | undefined> {
  const row = await db
    .selectFrom('place')
    .leftJoin('placeCount', 'placeCount.placeId', 'place.id')
    .select(['place.id', 'place.name', 'place.lng', 'place.lat', 'place.country', 'place.province'])
    .select('placeCount.countBooks')
    .where('place.id', '=', id)
    .where('place.mergedInto', 'is', null)
    .executeTakeFirst()
  return row && { ...row, countBooks: row.countBooks ?? 0 }
}

async function findWinner(db: Db, id: string): Promise<CountedPlace | undefined> {
  const winnerId = await findRedirect(db, 'place', id)
  return winnerId === null ? undefined : findPlace(db, winnerId)
}

/** Returns the further names of a place. The place's own name is left out; it may be among the rows after a merge. */
async function listNames(db: Db, { id, name }: PlaceRow): Promise<PlaceName[]> {
  return db
    .selectFrom('placeName')
    .select(['name', 'kind'])
    .where('placeId', '=', id)
    .where('name', '<>', name)
    .orderBy('position')
    .orderBy('name')
    .execute()
}

async function listNearby(db: Db, { id, lng, lat }: PlaceRow): Promise<NearbyPlace[]> {
  const hasBooks = sql<boolean>`id <> ${id} and exists (select from place_count where place_id = place.id)`
  const rows = await listNearest(db, lng, lat, nearbyPlaces, hasBooks)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const counts = await db.selectFrom('placeCount').selectAll().where('placeId', 'in', ids).execute()
  const countOf = new Map(counts.map(({ placeId, countBooks }) => [placeId, countBooks]))
  const nearby = rows
    .map((row) => ({
      id: row.id,
      name: row.name,
      region: regionOf(row),
      lng: row.lng,
      lat: row.lat,
      countBooks: countOf.get(row.id) ?? 0,
      kilometres: Math.round(kilometresBetween([lng, lat], [row.lng, row.lat])),
    }))
    .filter(({ kilometres }) => kilometres <= nearbyKilometres)
  // The query sorts by distances on the map, which can differ from those on the globe by a kilometre in a hundred.
  return nearby.sort((one, other) => one.kilometres - other.kilometres)
}

interface TourRow extends Omit<PlacePage['tours'][number], 'isIntroduction'> {
  authors: string[]
}

async function listTours(db: Db, id: string): Promise<TourRow[]> {
  const { rows } = await sql<TourRow>`
    select tour.id, tour.title, first.title as stop, first.text, first.authors from tour
    join lateral (
      select tour_stop.title, text, coalesce(authors, '{}') as authors from tour_stop left join book on book.id = book_id
      where tour_id = tour.id and place_id = ${id} order by position limit 1
    ) first on true
    where tour.id in (select tour_id from tour_stop where place_id = ${id})
    order by tour.position, tour.id`.execute(db)
  return rows
}

/**
 * Returns whether the text of a tour's stop can be read without the tour: its first sentence has a name of the place or
 * of an author of the stop's book, and an author is named before the text says 他 or 她.
 */
function isIntroduction(text: string, places: string[], authors: string[]): boolean {
  const [first = ''] = /^[^。！？]*/.exec(text) ?? []
  // A text mostly names a foreign author by the last part of the name, such as 契诃夫.
  const people = authors.map((author) => author.split('·').at(-1) ?? author)
  const pronoun = text.search(/[他她]/)
  const isNamed = people.some((name) => text.includes(name) && (pronoun < 0 || text.indexOf(name) < pronoun))
  const isSubject = (names: string[]) => names.some((name) => first.includes(name))
  return isNamed ? isSubject([...places, ...people]) : pronoun < 0 && isSubject(places)
}

/**
 * Returns the historical routes with a point near a place. It reads all routes, which only the catalogue writes, so
 * that they are few.
 */
async function listRoutesNear(db: Db, { lng, lat }: { lng: number; lat: number }): Promise<PassingRoute[]> {
  const routes = await listRoutes(db)
  return routes
    .filter(({ lines }) =>
      lines.some((line) => line.some((point) => kilometresBetween([lng, lat], point) < passingKilometres)),
    )
    .map(({ id, name, period, books }) => ({ id, name, period, books }))
}
