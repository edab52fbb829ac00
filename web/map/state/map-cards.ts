import type { Mark } from '#shared/api/place/mark.ts'
import type { TourStop } from '#shared/api/place/tour.ts'
import { placeKindNames } from '#web/catalogue/book/book-words.ts'
import { markKey } from '#web/frame/globe/state/view-store.ts'

/** One card of the strip below the map, for a mark or for a stop of the tour. */
export interface MapCard {
  key: string
  title: string
  /** The authors of a mark's book; null for a video or a stop of the tour. */
  authors: { names: string[]; ids: (string | null)[] } | null
  place: { id: string; name: string } | null
  /** Text after the name of the place: its relations to a mark's book, or the region of a stop. */
  placeNote: string
  text: string
  point: [lng: number, lat: number]
  book: { id: string; title: string; cover: string | null } | null
  video: { id: string; cover: string | null } | null
  /** Mark that a click on the card opens; null for a stop of the tour. */
  mark: Mark | null
}

export function markCard(mark: Mark): MapCard {
  const { title, itemType, itemId, cover, authors, authorIds, placeId, place, kinds, sentence, reason } =
    mark.properties
  return {
    key: markKey(mark),
    title,
    authors: itemType === 'video' ? null : { names: authors, ids: authorIds },
    place: { id: placeId, name: place },
    placeNote: kinds.map((kind) => placeKindNames[kind]).join('、'),
    text: (sentence?.quotedFrom ? `“${sentence.text}”` : sentence?.text) ?? reason ?? '',
    point: mark.geometry.coordinates,
    book: itemType === 'book' ? { id: itemId, title, cover } : null,
    video: itemType === 'video' ? { id: itemId, cover } : null,
    mark,
  }
}

export function stopCard({ geometry, properties: { title, text, place, book } }: TourStop, index: number): MapCard {
  return {
    key: stopKey(index),
    title,
    authors: null,
    place,
    placeNote: place === null || place.region === place.name ? '' : place.region,
    text,
    point: geometry.coordinates,
    book,
    video: null,
    mark: null,
  }
}

export function stopKey(index: number): string {
  return `stop-${index}`
}
