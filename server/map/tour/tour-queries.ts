import type { Tour, TourCard, TourOutline, TourStop } from '#shared/api/place/tour.ts'
import { compileOnce } from '#server/platform/db/compile-once.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type Located, regionOf } from '#server/catalogue/place/region.ts'

/** Returns all tours in the order that editors chose. */
export const listTours: (db: Db) => Promise<TourCard[]> = compileOnce((db) =>
  db
    .selectFrom('tour')
    .select(['id', 'title', 'desc'])
    .select((eb) =>
      eb
        .selectFrom('tourStop')
        .whereRef('tourStop.tourId', '=', 'tour.id')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('countStops'),
    )
    .orderBy('position')
    .orderBy('id'),
)

/** Returns all tours in the order that editors chose, with the places and books of their stops. */
export async function listTourOutlines(db: Db): Promise<TourOutline[]> {
  const [tours, rows] = await Promise.all([
    listTours(db),
    db
      .selectFrom('tourStop')
      .leftJoin('place', 'place.id', 'tourStop.placeId')
      .leftJoin('book', 'book.id', 'tourStop.bookId')
      .select(['tourStop.tourId', 'tourStop.title', 'place.name', 'book.title as bookTitle'])
      .orderBy('tourStop.position')
      .execute(),
  ])
  const stops = Map.groupBy(rows, ({ tourId }) => tourId)
  return tours.map((tour) => ({
    ...tour,
    stops: (stops.get(tour.id) ?? []).map(({ title, name, bookTitle }) => ({ name: name ?? title, bookTitle })),
  }))
}

/** Returns a row for each stop of a tour, in order; a single row for a tour without stops, and none for no tour. */
const listStopRows = compileOnce((db, id: string) =>
  db
    .selectFrom('tour')
    .leftJoin('tourStop', 'tourStop.tourId', 'tour.id')
    .leftJoin('place', 'place.id', 'tourStop.placeId')
    .leftJoin('book', 'book.id', 'tourStop.bookId')
    .select(['tour.title as tourTitle', 'tour.desc'])
    .select(['tourStop.title', 'tourStop.text', 'tourStop.lng', 'tourStop.lat', 'tourStop.zoom'])
    .select(['place.id as placeId', 'place.name', 'place.country', 'place.province'])
    .select(['book.id as bookId', 'book.title as bookTitle', 'book.authors', 'book.cover'])
    .where('tour.id', '=', id)
    .orderBy('tourStop.position'),
)

/** Returns a tour with its stops in order; undefined when it does not exist. */
export async function findTour(db: Db, id: string): Promise<Tour | undefined> {
  const rows = await listStopRows(db, id)
  const [first] = rows
  if (first === undefined) return undefined
  const features = rows.flatMap((row) => stopOf(row) ?? [])
  return { id, title: first.tourTitle, desc: first.desc, playData: { type: 'FeatureCollection', features } }
}

type StopRow = Joined<Omit<TourStop['properties'], 'place' | 'book'> & { lng: number; lat: number }> &
  Parameters<typeof placeOf>[0] &
  Parameters<typeof bookOf>[0]

/** Returns the stop of a row, or null for the only row of a tour without stops. */
function stopOf({ title, text, lng, lat, zoom, ...shown }: StopRow): TourStop | null {
  if (title === null || text === null || lng === null || lat === null || zoom === null) return null
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { title, text, zoom, place: placeOf(shown), book: bookOf(shown) },
  }
}

/** The columns of an outer join, which are null when the join found no row. */
type Joined<T> = { [Column in keyof T]: T[Column] | null }

function placeOf({ placeId, name, country, province }: Joined<Located & { placeId: string; name: string }>) {
  if (placeId === null || name === null) return null
  return { id: placeId, name, region: regionOf({ name, country, province }) }
}

function bookOf({
  bookId,
  bookTitle,
  authors,
  cover,
}: Joined<{ bookId: string; bookTitle: string; authors: string[]; cover: string }>) {
  if (bookId === null || bookTitle === null || authors === null) return null
  return { id: bookId, title: bookTitle, authors, cover }
}
