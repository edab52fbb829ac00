import type { Tour, TourCard, TourOutline, TourStop } from '#shared/api/place/tour.ts'
import type { Db } from '#server/db/schema.ts'
import { type Located, regionOf } from '#server/place/region.ts'

/** Returns all tours in the order that editors chose. */
export async function listTours(db: Db): Promise<TourCard[]> {
  return db
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
    .orderBy('id')
    .execute()
}

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

/** Returns a tour with its stops in order; undefined when it does not exist. */
export async function findTour(db: Db, id: string): Promise<Tour | undefined> {
  const tour = await db.selectFrom('tour').select(['id', 'title', 'desc']).where('id', '=', id).executeTakeFirst()
  if (tour === undefined) return undefined
  return { ...tour, playData: { type: 'FeatureCollection', features: await listStops(db, id) } }
}

async function listStops(db: Db, tourId: string): Promise<TourStop[]> {
  const rows = await db
    .selectFrom('tourStop')
    .leftJoin('place', 'place.id', 'tourStop.placeId')
    .leftJoin('book', 'book.id', 'tourStop.bookId')
    .select(['tourStop.title', 'tourStop.text', 'tourStop.lng', 'tourStop.lat', 'tourStop.zoom'])
    .select(['place.id as placeId', 'place.name', 'place.country', 'place.province'])
    .select(['book.id as bookId', 'book.title as bookTitle', 'book.authors', 'book.cover'])
    .where('tourStop.tourId', '=', tourId)
    .orderBy('tourStop.position')
    .execute()
  return rows.map(({ title, text, lng, lat, zoom, ...shown }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { title, text, zoom, place: placeOf(shown), book: bookOf(shown) },
  }))
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
