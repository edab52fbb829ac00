import type { ShelfMap } from '#shared/api/account/shelf-map.ts'
import type { ShelfState } from '#shared/api/book/shelf.ts'
import { countryName } from '#shared/country.ts'
import { regionOf } from '#server/catalogue/place/region.ts'
import type { MapBook, MapSpot } from './shelf-map-queries.ts'

/** The number of places that a page lists; the globe shows all. */
const listedPlaces = 200
/** A book is counted in each century that it is about, unless it is about more than this number of centuries. */
const maxCenturies = 40

const furthest: ShelfState[] = ['want', 'reading', 'read']

export interface MapPlace extends Omit<MapSpot, 'bookId'> {
  countBooks: number
  /**
   * The shelf state of the book at the place that is closest to being finished: `read` if any book is read, otherwise
   * `reading`, otherwise `want`.
   */
  state: ShelfState
}

/** Groups books at places by the place; the places with the most books come first. */
export function groupByPlace(books: MapBook[], spots: MapSpot[]): MapPlace[] {
  const states = new Map(books.map(({ id, state }) => [id, furthest.indexOf(state)]))
  const places = [...Map.groupBy(spots, ({ placeId }) => placeId).values()].flatMap((inside): MapPlace[] => {
    const [first] = inside
    if (first === undefined) return []
    const { bookId: _, ...place } = first
    const step = Math.max(...inside.map(({ bookId }) => states.get(bookId) ?? 0))
    return [{ ...place, countBooks: inside.length, state: furthest[step] ?? 'want' }]
  })
  return places.toSorted((a, b) => b.countBooks - a.countBooks || (a.placeId < b.placeId ? -1 : 1))
}

/** Counts the books of a user by place, country, province and century. */
export function summarizeMap(books: MapBook[], spots: MapSpot[], places: MapPlace[]): ShelfMap {
  const named = (name: (spot: MapSpot) => string | null) =>
    countBooks(spots.flatMap((spot) => ({ bookId: spot.bookId, key: name(spot) ?? [] }))).map(([key, count]) => ({
      name: key,
      countBooks: count,
    }))
  const countries = named(({ country }) => country && countryName(country))
  return {
    countBooks: books.length,
    countPlaces: places.length,
    countCountries: countries.length,
    places: places.slice(0, listedPlaces).map(({ placeId, countBooks, state, ...place }) => ({
      id: placeId,
      name: place.name,
      region: regionOf(place),
      lng: place.lng,
      lat: place.lat,
      countBooks,
      state,
    })),
    countries,
    provinces: named(({ province }) => province),
    centuries: countCenturies(books),
  }
}

/**
 * Counts the different books of each key, such as the name of a country, and returns the keys with the most books
 * first.
 */
function countBooks(entries: { bookId: string; key: string | never[] }[]): [string, number][] {
  const groups = new Map<string, Set<string>>()
  for (const { bookId, key } of entries) {
    if (typeof key !== 'string' || key === '') continue
    groups.set(key, (groups.get(key) ?? new Set()).add(bookId))
  }
  const counted = [...groups].map(([key, ids]): [string, number] => [key, ids.size])
  return counted.toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
}

function countCenturies(books: MapBook[]): ShelfMap['centuries'] {
  const counts = new Map<number, number>()
  for (const { eraFrom, eraTo } of books) {
    if (eraFrom === null || eraTo === null) continue
    const [from, to] = [centuryOf(eraFrom), centuryOf(eraTo)]
    if (to - from >= maxCenturies) continue
    for (let century = from; century <= to; century++)
      if (century !== 0) counts.set(century, (counts.get(century) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([a], [b]) => a - b)
  return sorted.map(([century, count]) => ({ century, countBooks: count }))
}

/** Returns the century of a year; both are negative before the common era. There is no century 0. */
function centuryOf(year: number): number {
  return year < 0 ? -Math.ceil(-year / 100) : Math.floor((Math.max(1, year) - 1) / 100) + 1
}
