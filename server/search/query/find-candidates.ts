import type { SearchStage } from '#shared/api/search/search.ts'
import type { Db } from '#server/db/schema.ts'
import { joinedTerm, type SearchQuery, type Term } from '#server/search/text/search-query.ts'
import { type BookCandidate, findBookByIsbn, findBooksByStart, findBooksByTokens, type Tier } from './search-queries.ts'
import { filterQuery, namesQuery, nameTerm, textQuery, textTerm, titleQuery } from './token-query.ts'

export interface BookFilter {
  tags: string[]
  free: boolean
}

/** Limits on the work of one search: once it has found enough books, it skips the more expensive strategies. */
export interface Effort {
  /** Once this many candidate books are found, unpopular books and descriptions are no longer searched. */
  wanted: number
  /** The largest number of candidate books that one SQL statement of a search returns. */
  limit: number
  /** Once the token index has returned this many books for a search, it is not queried again for that search. */
  enough: number
  /** Whether a search also looks for descriptions and typos among the unpopular books, which takes longer. */
  isThorough: boolean
}
export const pageEffort: Effort = { wanted: 60, limit: 300, enough: Infinity, isThorough: true }
/** The limits for search suggestions, which must arrive while the user is typing. */
export const suggestionEffort: Effort = { wanted: 20, limit: 80, enough: 80, isThorough: false }

/**
 * One way to find the books that match a query. The strategies run in order, from the cheapest and most precise to the
 * most expensive.
 */
interface Strategy {
  /** Adds the books that this strategy finds to the candidates of the search. */
  addCandidates: (search: CandidateSearch) => Promise<void>
  /**
   * Returns true if the search strategies after this one can be skipped. A strategy without this function never ends a
   * search.
   */
  isEnough?: (search: CandidateSearch) => boolean
}

const strategies: Strategy[] = [
  { addCandidates: addByIsbn, isEnough: ({ count, query }) => count > 0 || query.terms.length === 0 },
  { addCandidates: addByTitleStart },
  { addCandidates: addByJoinedPinyin, isEnough: ({ count, joined }) => count > 0 && joined !== undefined },
  { addCandidates: addByTitle },
  { addCandidates: addByName },
  { addCandidates: addByOtherPinyin, isEnough: ({ count, effort }) => count >= effort.wanted },
  { addCandidates: addByText },
]

/** Returns the books that a query may mean, not yet ranked. Typos are not corrected. */
export async function findCandidates(db: Db, query: SearchQuery, filter: BookFilter, effort: Effort) {
  const search = new CandidateSearch(db, query, filter, effort)
  for (const { addCandidates, isEnough } of strategies) {
    await addCandidates(search)
    if (isEnough?.(search)) break
  }
  return search.candidates
}

/** The state of one search: the query and the candidate books found so far. */
class CandidateSearch {
  readonly db: Db
  readonly query: SearchQuery
  readonly effort: Effort
  /** The tag and free-book filters of the search, as a `tsquery` on the token index. */
  readonly filter: string | undefined
  /**
   * All terms of the search query as one word of pinyin; undefined unless the query consists of several words of Latin
   * letters.
   */
  readonly joined: Term | undefined
  /** The terms of the search query, each with its most likely readings as pinyin. */
  readonly likelyTerms: Term[]
  readonly #found = new Map<string, BookCandidate>()
  #countByTokens = 0

  constructor(db: Db, query: SearchQuery, { tags, free }: BookFilter, effort: Effort) {
    this.db = db
    this.query = query
    this.effort = effort
    this.filter = filterQuery(tags, free)
    this.joined = joinedTerm(query)
    this.likelyTerms = query.terms.map(likelyReading)
  }

  get count() {
    return this.#found.size
  }

  get candidates() {
    return [...this.#found.values()]
  }

  /**
   * Adds books to the candidates of the search. A book that an earlier, more precise strategy has found retains the
   * search stage of that strategy.
   */
  add(books: BookCandidate[]) {
    for (const book of books) if (!this.#found.has(book.bookId)) this.#found.set(book.bookId, book)
  }

  /**
   * Adds the books that match a query of the token index: popular books (tier 0 of the index), and the other books
   * (tier 1) if the search needs more candidates.
   */
  async addByTokens(queryFor: (tier: Tier) => string | undefined, stage: SearchStage) {
    if (this.#countByTokens >= this.effort.enough) return
    await this.#addTier(0, queryFor(0), stage)
    const skipsUnpopular = stage === 'text' && !this.effort.isThorough
    if (!skipsUnpopular && this.count < this.effort.wanted) await this.#addTier(1, queryFor(1), stage)
  }

  async #addTier(tier: Tier, tokens: string | undefined, stage: SearchStage) {
    if (tokens === undefined) return
    const { db, filter, effort } = this
    const books = await findBooksByTokens(db, { tokens, filter, tier, stage, limit: effort.limit })
    this.#countByTokens += books.length
    this.add(books)
  }
}

async function addByIsbn(search: CandidateSearch) {
  const { isbn13, compact } = search.query
  if (isbn13 !== null) search.add(await findBookByIsbn(search.db, isbn13, compact))
}

async function addByTitleStart(search: CandidateSearch) {
  search.add(await findBooksByStart(search.db, search.query.compact, search.filter))
}

/**
 * Searches for separate Latin words as if they were one word of pinyin (`hong lou meng`). This runs before the words
 * are searched one by one, because a single syllable matches far too many names.
 */
async function addByJoinedPinyin(search: CandidateSearch) {
  const { joined } = search
  if (joined !== undefined && joined.readings.length > 0)
    await search.addByTokens((tier) => nameTerm(likelyReading(joined), tier), 'names')
}

async function addByTitle(search: CandidateSearch) {
  await search.addByTokens((tier) => titleQuery(search.likelyTerms, tier), 'names')
}

async function addByName(search: CandidateSearch) {
  await search.addByTokens((tier) => namesQuery(search.likelyTerms, tier), 'names')
}

/** Searches for books with the less likely readings of long pinyin words, if the most likely readings found nothing. */
async function addByOtherPinyin(search: CandidateSearch) {
  const { terms } = search.query
  const hasOtherReadings = search.likelyTerms.some((term, at) => term !== terms[at])
  if (search.count === 0 && hasOtherReadings) await search.addByTokens((tier) => namesQuery(terms, tier), 'names')
}

async function addByText(search: CandidateSearch) {
  const { terms } = search.query
  const [first, ...others] = terms
  // This last strategy searches descriptions. A single Chinese word is looked up in descriptions only, because the
  // earlier strategies have found every book with this word in a name. The same holds for any other single word if no
  // name matched.
  const isTextOnly = others.length === 0 && first !== undefined && (search.count === 0 || first.isHan)
  await search.addByTokens((tier) => (isTextOnly ? textTerm(first) : textQuery(terms, tier)), 'text')
}

const maxShortWord = 6

/** Leaves only the most likely reading of a long pinyin word. A short word such as `xian` retains all readings. */
function likelyReading(term: Term): Term {
  return term.text.length > maxShortWord && term.readings.length > 1
    ? { ...term, readings: term.readings.slice(0, 1) }
    : term
}
