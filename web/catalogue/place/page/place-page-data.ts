import type { ListedBook } from '#shared/api/book/book.ts'
import type { PersonOfPlace, PlacePage, PlacePeopleKind } from '#shared/api/place/place-page.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'

/** Books with one relation to a place: one page of the list, and the number of all. */
export interface BooksOfKind {
  kind: PlaceKind
  list: ListedBook[]
  nextCursor: string | null
  prevCursor: string | null
  page: number | null
  total: number
  isLowerBound: boolean
}

/** People with one relation to a place: one page of the list, and the number of all. */
export interface PeopleOfKind {
  kind: PlacePeopleKind
  list: PersonOfPlace[]
  nextCursor: string | null
  total: number
  isFirst: boolean
}

/** The data of the page of a place. */
export interface PlacePageData {
  place: PlacePage
  /** The relation that the URL names; absent if the page shows all relations. */
  kind?: PlaceKind
  /** The people with the relation that the URL names; the page then shows no books. */
  people?: PeopleOfKind
  /** Whether the data contains the first page of the list of books. */
  isFirst: boolean
  /** The books by their relation to the place; relations without books are left out. Empty if the page shows people. */
  books: BooksOfKind[]
}
