import type { RegionEntry } from '#shared/api/place/place-directory.ts'
import type { PlaceEntry } from '#shared/api/place/place.ts'

/** The entries of the index below the map: all regions or, if tags are selected, the places of their books. */
export interface PlaceIndexData {
  regions?: RegionEntry[]
  places?: PlaceEntry[]
  /** Whether there are more places than the index lists. */
  isPartial?: boolean
}

/** Totals of the books and places on the map. Of more than 10,000 books, the number may be 10,001. */
export interface PlaceCounts {
  countBooks: number
  countPlaces: number
  countCountries: number
}
