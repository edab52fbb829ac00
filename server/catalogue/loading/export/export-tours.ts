import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { withoutEmpty } from './export-rows.ts'

interface StopRow {
  title: string
  text: string
  lng: number
  lat: number
  zoom: number
  place: string | null
  /** True if the stop is exactly at the position of its place, false if it is elsewhere, null if it has no place. */
  isAtPlace: boolean | null
  book: string | null
}

interface TourRow {
  id: string
  key: string
  createTime: Date
  order: number
  title: string
  desc: string
  stops: StopRow[]
}

/** Returns the tours with the given ids as entries of a catalogue. */
export async function exportTours(db: Db, ids: string[]): Promise<object[]> {
  const { rows } = await sql<TourRow>`
    select id, coalesce(catalog_key, id::text) as key, create_time, position as "order", title, "desc",
      (select coalesce(jsonb_agg(jsonb_build_object('title', stop.title, 'text', text, 'lng', stop.lng, 'lat', stop.lat,
        'zoom', zoom, 'place', place.name,
        'isAtPlace', (place.lng, place.lat) = (stop.lng, stop.lat), 'book', coalesce(book.catalog_key, book.id::text)) order by stop.position), '[]')
        from tour_stop stop left join place on place.id = place_id left join book on book.id = book_id
        where tour_id = tour.id) as stops
    from tour where id = any(${ids}::uuid[]) order by id`.execute(db)
  return rows.map(({ createTime, stops, ...tour }) => ({
    ...tour,
    createTime: createTime.toISOString(),
    stops: stops.map(({ lng, lat, place, isAtPlace, ...stop }) =>
      withoutEmpty({
        ...stop,
        place: place ?? { [stop.title]: [lng, lat] },
        at: isAtPlace === false ? [lng, lat] : null,
      }),
    ),
  }))
}

interface RouteRow {
  id: string
  key: string
  createTime: Date
  name: string
  kind: string
  period: string
  desc: string
  lines: [number, number][][]
  books: string[]
}

/**
 * Returns the routes with the given ids as entries of a catalogue. Their points are given by coordinates, because the
 * database does not store the names that points may have in the catalogue files.
 */
export async function exportRoutes(db: Db, ids: string[]): Promise<object[]> {
  const { rows } = await sql<RouteRow>`
    select id, coalesce(catalog_key, id::text) as key, create_time, name, kind, period, "desc", lines,
      array(select coalesce(catalog_key, book.id::text) from route_book join book on book.id = book_id
        where route_id = route.id order by position) as books
    from route where id = any(${ids}::uuid[]) order by id`.execute(db)
  return rows.map(({ createTime, lines, ...route }) => {
    const [line = [], ...branches] = lines.map((points) => points.map((point) => ({ 点: point })))
    return withoutEmpty({ ...route, createTime: createTime.toISOString(), line, branches })
  })
}
