import type { Term } from '#server/engines/text/search-query.ts'
import type { BookSearch } from './book-search.ts'
import { correctWords, findDespiteTypos, loosen } from './find-loosely.ts'
import { readMeanings } from './read-meanings.ts'

/**
 * If books match literally, a book that matches only with a typo is shown below them, and only if it is this many times
 * as popular as each of them.
 */
const famousFactor = 20
/**
 * Suggestions for a pinyin text of more letters than this leave out the names that share only two syllables with the
 * text, because many names do and reading them takes too long while a user is typing.
 */
const maxLettersOfSuggestions = 12

/**
 * Adds the books that match every term of the query if one assumes a typo in the query, or a missing space between two
 * names. If the corrected words contain a search alias, the name it stands for is searched too. If unpopular books
 * match literally, only far more popular books are added.
 */
export async function addDespiteTypos(search: BookSearch) {
  const { db, typed, meanings, ranking } = search
  // Two Latin words with a wrong letter hardly resemble another name by chance.
  const least = ranking.has('names') && !isLatinName(search) ? famousFactor * (1 + ranking.greatestWeight) : 0
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

/** Returns true for a Latin word that cannot be read as pinyin, and is long enough for a typo. */
export const isWord = ({ text, isHan, readings }: Term) => !isHan && text.length > 3 && readings.length === 0

/**
 * Returns true if a query consists of Latin words, one of them no pinyin, and two of them of more than three letters.
 */
export function isLatinName({ meanings: [query] }: BookSearch): boolean {
  const terms = query?.terms ?? []
  return (
    terms.every(({ isHan }) => !isHan) && terms.some(isWord) && terms.filter(({ text }) => text.length > 3).length > 1
  )
}
