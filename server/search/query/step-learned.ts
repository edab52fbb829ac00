import { readLearned } from '#server/search/choice/learned-queries.ts'
import type { BookSearch } from './book-search.ts'

/** Adds to the points of books that visitors often chose for the same query. No book is found by its choices alone. */
export async function addLearned({ db, meanings: [typed], ranking }: BookSearch) {
  if (typed === undefined || typed.compact === '') return
  for (const [bookId, points] of await readLearned(db, typed.compact)) ranking.raise(bookId, points)
}
