import type { BookSearch } from './book-search.ts'
import { correctWords, findDespiteTypos } from './find-loosely.ts'
import { readMeanings } from './read-meanings.ts'

/** Adds the books that match every term of the query if a typo in the query or two joined names are assumed. */
export async function addDespiteTypos({ db, typed, filter, effort, ranking }: BookSearch) {
  for (const meaning of await readMeanings(db, await correctWords(db, typed))) {
    const { query, candidates } = await findDespiteTypos(db, meaning, filter, effort)
    ranking.add(query, candidates)
  }
}
