import type { Mark } from '#shared/api/place/mark.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'

/** Maximum number of cards below the map, one for each book or video that has a mark in the visible part of the map. */
const maxCards = 12
/**
 * Number of marks to request from the server so that about `maxCards` cards remain. It is higher than `maxCards`,
 * because one book often has several marks and gets only one card.
 */
export const requestedMarks = 40

/** Relations between a book and a place, from the closest to the loosest. */
const kindsByCloseness: PlaceKind[] = ['setting', 'subject', 'author', 'written']

/**
 * Returns one mark for each book or video, the one with the closest relation to its place, and keeps the order of the
 * marks. Returns at most `maxCards` marks.
 */
export function oneMarkPerItem(marks: Mark[]): Mark[] {
  return [...Map.groupBy(marks, ({ properties }) => properties.itemId).values()]
    .map((same) => same.reduce((best, mark) => (rank(mark) < rank(best) ? mark : best)))
    .slice(0, maxCards)
}

function rank({ properties: { kinds } }: Mark) {
  return kinds[0] === undefined ? kindsByCloseness.length : kindsByCloseness.indexOf(kinds[0])
}
