import type { BookSearch } from './book-search.ts'
import { correctWords, findDespiteTypos, loosen } from './find-loosely.ts'
import { readMeanings } from './read-meanings.ts'

/** A near match is shown below literal matches only if it is this many times as popular as all of them. */
const famousFactor = 20
/** Many names share two of the syllables of longer pinyin; while the user is still typing, this would take too long. */
const maxLettersOfSuggestions = 12

/**
 * Adds the books that match every term of the query if a typo in the query or two joined names are assumed. If
 * corrected words contain a search alias, its name is searched too. If little-read books match literally, only far more
 * popular ones are added.
 */
export async function addDespiteTypos(search: BookSearch) {
  const { db, typed, meanings, ranking } = search
  const least = ranking.has('names') ? famousFactor * (1 + ranking.greatestWeight) : 0
  const [, ...corrected] = /[a-z]{4}/i.test(typed) ? await readMeanings(db, await correctWords(search)) : []
  const queries = await Promise.all([...meanings, ...corrected].map((meaning) => loosen(search, meaning)))
  const letters = meanings[0]?.compact.length ?? 0
  const isQuick = search.effort.isThorough || letters <= maxLettersOfSuggestions
  const likenesses = (['near', 'pairs', 'syllables'] as const).slice(0, isQuick ? 3 : 2)
  for (const likeness of likenesses)
    for (const query of queries) {
      if (likeness !== 'near' && ranking.hasLikely) return
      const candidates = await findDespiteTypos(search, query, likeness)
      ranking.add(
        query,
        candidates.filter(({ weight }) => weight >= least),
      )
    }
}
