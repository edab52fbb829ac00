import type { Mark } from '#shared/api/place/mark.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'

/** Maximum number of cards below the map for the marks in its visible part. */
const maxCards = 12
/**
 * Number of marks to request from the server for `maxCards` cards. It is higher, because one book often has several
 * marks.
 */
export const requestedMarks = 40

/** Relations between a book and a place, from the closest to the loosest. */
const kindsByCloseness: PlaceKind[] = ['setting', 'subject', 'author', 'written']

/** Returns one mark for each item, the one with the closest relation to its place, and keeps the order of the items. */
export function oneMarkPerItem(marks: Mark[]): Mark[] {
  return [...Map.groupBy(marks, ({ properties }) => properties.itemId).values()]
    .map((same) => same.reduce((best, mark) => (rank(mark) < rank(best) ? mark : best)))
    .slice(0, maxCards)
}

function rank({ properties: { kinds } }: Mark) {
  return kinds[0] === undefined ? kindsByCloseness.length : kindsByCloseness.indexOf(kinds[0])
}
