import type { BookSearch } from './book-search.ts'
import { findCandidates } from './find-candidates.ts'

/**
 * The points of a book that was found by an alias or by a number in digits are multiplied by this factor, so that a
 * book found by the typed words ranks higher.
 */
const otherMeaningFactor = 0.97

/**
 * Adds the books that contain every term of the query, or every term of one of its variants, in which an alias or a
 * number is replaced.
 */
export async function addLiteral({ db, meanings, filter, effort, ranking }: BookSearch) {
  for (const [at, meaning] of meanings.entries())
    ranking.add(meaning, await findCandidates(db, meaning, filter, effort), at > 0 ? otherMeaningFactor : 1)
}
