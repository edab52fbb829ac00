import type { PlacePeopleKind } from '#shared/api/place/place-page.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import { cursor, oneOf, pageHref, type PageQuery, readQuery } from '#web/frame/page/page-query.ts'

interface PlaceQuery {
  /** The relation to the place that all books of the page have; absent on the page that shows all relations. */
  kind?: PlaceKind
  /** The relation of all people of the page to the place; absent on pages with books. */
  people?: PlacePeopleKind
  cursor?: string
}

/** The relations between books and a place, in the order in which the page of a place lists them. */
export const placeKinds = ['setting', 'subject', 'written', 'author'] as const

/** The relations between people and a place, in the order in which the page of a place lists them. */
export const peopleKinds = ['born', 'lived', 'died'] as const

export const placeQuery: PageQuery<PlaceQuery> = {
  kind: oneOf('kind', placeKinds),
  people: oneOf('people', peopleKinds),
  cursor,
}

export function readPlaceQuery(params: URLSearchParams): PlaceQuery {
  return readQuery(placeQuery, params)
}

/** Returns the URL of the page of a place, or of the list of its books or people with one relation to the place. */
export function placeHref(id: string, query: PlaceQuery = {}): string {
  return pageHref(`/place/${id}`, placeQuery, query)
}
