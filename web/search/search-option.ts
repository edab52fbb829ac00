import type { Found, FoundBook, FoundPerson, FoundPlace, FoundVideo } from '#shared/api/search/search.ts'

/** An option that the search box offers: a suggestion or a recent search. */
export type PickedFind =
  | { kind: 'book'; book: FoundBook }
  | { kind: 'video'; video: FoundVideo }
  | { kind: 'person'; person: FoundPerson }
  | { kind: 'tag'; name: string }
  | { kind: 'place'; place: FoundPlace }
  | { kind: 'tour'; tour: Found['tours'][number] }
  | { kind: 'query'; query: string }

/** Returns the URL of the page that opens when the user chooses a search option. */
export function hrefOf(picked: PickedFind): string {
  switch (picked.kind) {
    case 'book':
      return `/book/${picked.book.id}`
    case 'video':
      return `/video/${picked.video.video.id}`
    case 'person':
      return `/person/${picked.person.id}`
    case 'tag':
      return `/book?${new URLSearchParams({ tag: picked.name })}`
    case 'place':
      return `/map?${new URLSearchParams({ place: picked.place.id })}`
    case 'tour':
      return `/map?${new URLSearchParams({ tour: picked.tour.id })}`
    case 'query':
      return searchHref(picked.query)
  }
}

export const searchHref = (query: string) => `/book?${new URLSearchParams({ q: query })}`

/**
 * Opens the page of a search option. The page of a video needs a new document, because its content security policy
 * differs.
 */
export function goTo(picked: PickedFind, navigate: (href: string) => unknown) {
  if (picked.kind === 'video') location.assign(hrefOf(picked))
  else navigate(hrefOf(picked))
}

/** Returns the name of a chosen search option. The browser stores this name as a recent search. */
export function nameOf(picked: PickedFind): string {
  switch (picked.kind) {
    case 'book':
      return picked.book.title.text
    case 'video':
      return picked.video.title.text
    case 'person':
      return picked.person.name.text
    case 'place':
      return picked.place.name.text
    case 'tour':
      return picked.tour.title.text
    case 'query':
      return picked.query
    default:
      return picked.name
  }
}
