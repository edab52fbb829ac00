import type { BookSearch } from './book-search.ts'
import { findNear } from './find-loosely.ts'

/** Adds popular books that match a part of the query. */
export async function addNear({ db, meanings, filter, ranking }: BookSearch) {
  for (const meaning of meanings) {
    const { query, candidates } = await findNear(db, meaning, filter)
    ranking.add(query, candidates)
  }
}
