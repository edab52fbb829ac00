import { type SearchQuery, type Term, wordsOf } from '#server/engines/text/search-query.ts'
import type { BookSearch } from './book-search.ts'
import { typoQueries } from './han-typo-query.ts'
import {
  abbreviatedQueries,
  addPinyin,
  despiteOneTypoQueries,
  sharedPairsQueries,
  sharedSyllablesQueries,
  soundsLikeQuery,
} from './pinyin-typo-query.ts'
import { correctWords, readMeanings } from './read-meanings.ts'
import { findBooksByTokens, type Tier } from './search-queries.ts'
import { alternativesOf, filterQuery, nameTerm, quoted } from './token-query.ts'

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
  const different = new Map([...meanings, ...corrected].map((meaning) => [wordsOf(meaning), meaning])).values()
  const queries = await Promise.all(different.map((meaning) => loosen(search, meaning)))
  const letters = meanings[0]?.compact.length ?? 0
  const isQuick = search.effort.isThorough || letters <= maxLettersOfSuggestions
  const likenesses = (['near', 'pairs', 'syllables'] as const).slice(0, isQuick ? 3 : 2)
  for (const likeness of likenesses)
    for (const query of queries) {
      if (likeness !== 'near' && ranking.hasLikely) return
      const candidates = await findDespiteTypos(search, query.terms, likeness)
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

/** A search term with the words of the index that the user may have meant; none for a Chinese term. */
interface LikelyTerm extends Term {
  words: string[]
}

/** Adds the similar words of the index to each Latin term, and the pinyin to each Chinese one, for the ranking too. */
async function loosen({ wordsLike }: BookSearch, query: SearchQuery) {
  const terms = await addPinyin(query.terms)
  const withWords = async (term: Term) => ({ ...term, words: term.isHan ? [] : await wordsLike(term.text) })
  return { ...query, terms: await Promise.all(terms.map(withWords)) }
}

const wordTerms = ({ words }: LikelyTerm) => words.map((word) => quoted(`h${word}`))

const maxBooks = 200

/**
 * Returns the books that a query may mean despite a wrong character or letter, or despite two names written without a
 * space.
 */
async function findDespiteTypos(
  { db, filter: { tags, free }, effort }: BookSearch,
  terms: LikelyTerm[],
  likeness: Likeness,
) {
  // Unpopular books are searched only for terms that are long enough, because a short term resembles too many names.
  const isLong = terms.every(({ text, isHan }) => [...text].length >= (isHan ? 3 : 4))
  const tiers: Tier[] = isLong && effort.isThorough && likeness !== 'syllables' ? effort.tiers : [0]
  const searches = tiers.flatMap((tier) =>
    resembling[likeness].map((resemble) => {
      const resembled = terms.map((term) => [
        ...(likeness === 'near' ? wordTerms(term) : []),
        ...resemble(term, tier).filter((one) => one !== undefined),
      ])
      // Without such a name, the search would only repeat the literal one.
      if (resembled.flat().length === 0) return { tier, tokens: [] }
      const alternatives = terms.map((term, at) => [nameTerm(term, tier), ...wordTerms(term), ...(resembled[at] ?? [])])
      return { tier, tokens: alternativesOf(alternatives) }
    }),
  )
  return findBooksByTokens(
    db,
    searches.filter(({ tokens }) => tokens.length > 0),
    { filter: filterQuery(tags, free), stage: 'typos', limit: Math.min(maxBooks, effort.limit) },
  )
}

/**
 * How much a name must resemble a search term: `near` requires a nearly equal text or sound, `pairs` equal pairs of
 * neighbouring syllables, and `syllables` any two equal syllables.
 */
type Likeness = 'near' | 'pairs' | 'syllables'

/**
 * Functions that write the `tsquery` expressions of names that resemble a search term. Each function is a search with a
 * limit of its own, so that the many names with similar characters do not displace the few names with a similar sound.
 */
const resembling: Record<Likeness, ((term: Term, tier: Tier) => (string | undefined)[])[]> = {
  near: [(term) => [soundsLikeQuery(term), ...abbreviatedQueries(term)], typoQueries],
  pairs: [despiteOneTypoQueries, sharedPairsQueries],
  syllables: [sharedSyllablesQueries],
}
