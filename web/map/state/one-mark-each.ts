import type { Mark } from '#shared/api/place/mark.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'

/** Cards the swiper shows of what is in view, and the marks they are chosen from: a book is often at several places. */
export const shownCards = 12
export const requestedMarks = 40

const nearness: PlaceKind[] = ['setting', 'subject', 'author', 'written']

/** Each item once, at the place it belongs to most; the order of the items stays. */
export function oneMarkEach(marks: Mark[]): Mark[] {
  return [...Map.groupBy(marks, ({ properties }) => properties.itemId).values()]
    .map((same) => same.reduce((best, mark) => (rank(mark) < rank(best) ? mark : best)))
    .slice(0, shownCards)
}

function rank({ properties: { kinds } }: Mark) {
  return kinds[0] === undefined ? nearness.length : nearness.indexOf(kinds[0])
}
