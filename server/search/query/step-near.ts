import type { BookSearch } from './book-search.ts'
import { findNear } from './find-loosely.ts'

/** Adds popular books that match a part of the query. */
export async function addNear(search: BookSearch) {
  const { meanings, ranking } = search
  for (const meaning of meanings) {
    const { query, candidates } = await findNear(search, meaning)
    ranking.add(query, candidates)
  }
}
