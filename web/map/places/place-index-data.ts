import type { BusyPlace, ContinentEntry } from '#shared/api/place/place-directory.ts'
import type { PlaceEntry } from '#shared/api/place/place.ts'

/** The entries of the index below the map: all continents or, if tags or years are selected, places of their books. */
export interface PlaceIndexData {
  overview?: { busiest: BusyPlace[]; list: ContinentEntry[] }
  places?: PlaceEntry[]
  /** Whether there are more places than the index lists. */
  isPartial?: boolean
  /**
   * Whether the listed places are those with the most books on the whole site; false if the server compared only some
   * of the places.
   */
  hasBusiest?: boolean
}

/** Totals of the books and places on the map. */
export interface PlaceCounts {
  countBooks: number
  countPlaces: number
  countCountries: number
  /** Whether there are more books than `countBooks`. */
  hasMoreBooks?: boolean
  /** Whether there are more places than `countPlaces`, and perhaps more countries. */
  hasMorePlaces?: boolean
}
