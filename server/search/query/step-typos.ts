import type { BookSearch } from './book-search.ts'
import { correctWords, findDespiteTypos } from './find-loosely.ts'
import { readMeanings } from './read-meanings.ts'

/** A near match is shown below literal matches only if it is this many times as popular as all of them. */
const famousFactor = 20

/**
 * Adds the books that match every term of the query if a typo in the query or two joined names are assumed. If corrected
 * words contain a search alias, its name is searched too. If little-read books match literally, only far more popular
 * ones are added.
 */
export async function addDespiteTypos(search: BookSearch) {
  const { db, typed, meanings, ranking } = search
  const least = ranking.has('names') ? famousFactor * (1 + ranking.greatestWeight) : 0
  const [, ...corrected] = /[a-z]{4}/i.test(typed) ? await readMeanings(db, await correctWords(db, typed)) : []
  for (const likeness of ['near', 'pairs', 'syllables'] as const)
    for (const meaning of [...meanings, ...corrected]) {
      if (likeness !== 'near' && (ranking.has('typos') || ranking.has('names'))) return
      const { query, candidates } = await findDespiteTypos(search, meaning, likeness)
      ranking.add(
        query,
        candidates.filter(({ weight }) => weight >= least),
      )
    }
}
