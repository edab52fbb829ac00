import type { SearchStage } from '#shared/api/search/explained.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { typoQueries } from './han-typo-query.ts'
import { foldText } from '#server/engines/text/fold-text.ts'
import { plainTerm, type SearchQuery, type Term } from '#server/engines/text/search-query.ts'
import { latinWords, neighbours } from '#server/engines/text/search-tokens.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import type { BookSearch, TypedQuery } from './book-search.ts'
import {
  abbreviatedQueries,
  despiteOneTypoQueries,
  sharedPairsQueries,
  sharedSyllablesQueries,
  soundsLikeQuery,
} from './pinyin-typo-query.ts'
import { findBooksByTokens, type Tier } from './search-queries.ts'
import { anyOf, every, filterQuery, nameTerm, quoted } from './token-query.ts'

/**
 * A query each of whose Latin terms comes with the words of the index that the user may have meant, and each of whose
 * Chinese terms comes with its pinyin, which the ranking needs too.
 */
interface LooseQuery extends SearchQuery {
  terms: LikelyTerm[]
}

/**
 * Adds to each Latin term of a query the words of the index that the user may have meant, and to each Chinese term its
 * pinyin.
 */
export async function loosen({ wordsLike }: Pick<TypedQuery, 'wordsLike'>, query: SearchQuery): Promise<LooseQuery> {
  return { ...query, terms: await Promise.all(query.terms.map((term) => addLikeness(wordsLike, term))) }
}

/**
 * Returns the books that a query may mean despite a wrong character or letter, or despite two names written without a
 * space.
 */
export async function findDespiteTypos({ db, filter, effort }: SearchScope, { terms }: LooseQuery, likeness: Likeness) {
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
  return findLoosely(db, searches, { filter, effort }, 'typos')
}

type SearchScope = Pick<BookSearch, 'db' | 'filter' | 'effort'>

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

/**
 * Combines the alternatives of each term. Returns `tsquery` expressions; each entry of the index that matches any one
 * of them matches an alternative of every term. A single term gives many short expressions, which the index finds in a
 * tenth of the time of one long expression.
 */
export function alternativesOf(terms: (string | undefined)[][]): string[] {
  const [only = [], ...others] = terms
  const tokens = others.length === 0 ? only : [every(terms.map(anyOf))]
  return [...new Set(tokens.filter((one) => one !== undefined))]
}

/** A search term with the words of the index that it may be misspelled from. */
interface LikelyTerm extends Term {
  words: string[]
}

/** Adds the pinyin of a Chinese term, and the similar words of the index to a Latin term. */
async function addLikeness(wordsLike: TypedQuery['wordsLike'], term: Term): Promise<LikelyTerm> {
  return term.isHan
    ? { ...term, readings: [await spellPinyin(term.text)], words: [] }
    : { ...term, words: await wordsLike(term.text) }
}

const wordTerms = ({ words }: LikelyTerm) => words.map((word) => quoted(`h${word}`))

/**
 * Returns the popular books that match a part of the search query, and a query whose terms are these parts, for the
 * ranking.
 */
export async function findNear({ db, filter, effort }: SearchScope, query: SearchQuery) {
  const terms = query.terms.filter(isTelling).flatMap(partsOf).slice(0, maxParts)
  const tokens = terms.flatMap((term) => nameTerm(term) ?? [])
  const candidates = await findLoosely(db, [{ tier: 0, tokens }], { filter, effort }, 'near')
  return { query: { ...query, terms }, candidates }
}

/** The number of parts of a query by which similar books are looked for. */
const maxParts = 16

/** Returns false for single characters, articles and short numbers, which are in too many names. */
const isTelling = ({ text }: Term) => !/^(?:the|and|of|an|.|\d{2})$/u.test(text)

/**
 * Splits a Chinese search term into groups of three neighbouring characters, because pairs match too many names. A term
 * of three characters is split into pairs.
 */
function partsOf(term: Term): Term[] {
  const characters = [...term.text]
  if (!term.isHan || characters.length < 3) return [term]
  const length = characters.length === 3 ? 2 : 3
  return neighbours(characters, length).map((text) => plainTerm(text, true))
}

async function findLoosely(
  db: Db,
  searches: { tier: Tier; tokens: string[] }[],
  { filter: { tags, free }, effort }: Pick<SearchScope, 'filter' | 'effort'>,
  stage: SearchStage,
) {
  return findBooksByTokens(
    db,
    searches.filter(({ tokens }) => tokens.length > 0),
    { filter: filterQuery(tags, free), stage, limit: Math.min(stage === 'near' ? maxNear : maxLoose, effort.limit) },
  )
}

const [maxLoose, maxNear] = [200, 100]

/**
 * Returns the normalized query text, in which each Latin word is replaced by the most similar word of the search index,
 * if there is one.
 */
export async function correctWords({ typed, wordsLike }: Pick<TypedQuery, 'typed' | 'wordsLike'>): Promise<string> {
  const corrections = await Promise.all(
    latinWords(typed).map(async (word) => [word, (await wordsLike(word))[0]] as const),
  )
  return corrections.reduce(
    (text, [word, nearest]) => (nearest === undefined ? text : text.replace(word, nearest)),
    foldText(typed).text,
  )
}

/** Returns search terms with the pinyin of the Chinese ones. */
export async function addPinyin(terms: Term[]): Promise<Term[]> {
  return Promise.all(
    terms.map(async (term) => (term.isHan ? { ...term, readings: [await spellPinyin(term.text)] } : term)),
  )
}
