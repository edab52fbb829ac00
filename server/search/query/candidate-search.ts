import type { SearchStage } from '#shared/api/search/explained.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { joinedTerm, type SearchQuery, type Term } from '#server/engines/text/search-query.ts'
import { type BookCandidate, findBooksByTokens, type Tier } from './search-queries.ts'
import { filterQuery } from './token-query.ts'

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
  /** The largest number of candidate books that one search takes from the token index. */
  enough: number
  /**
   * Whether a search also compares the descriptions of unpopular books and allows typos in their titles, which takes
   * longer.
   */
  isThorough: boolean
  /** The tiers of the index of books that a search reads. */
  tiers: Tier[]
}

export const pageEffort: Effort = { wanted: 60, limit: 150, enough: 150, isThorough: true, tiers: [0, 1] }
/** The limits for search suggestions, which must arrive while the user is typing. */
export const suggestionEffort: Effort = { wanted: 20, limit: 80, enough: 80, isThorough: false, tiers: [0, 1] }

/** The search for the books that match one query literally: the query and the candidate books found so far. */
export class CandidateSearch {
  readonly db: Db
  readonly query: SearchQuery
  readonly effort: Effort
  /** The tag and free-book filters of the search, as a `tsquery` on the token index. */
  readonly filter: string | undefined
  /**
   * All terms of the search query as one word of pinyin; undefined unless several Latin words can be read as pinyin.
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
    const joined = joinedTerm(query)
    this.joined = joined !== undefined && joined.readings.length > 0 ? joined : undefined
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
    const skipsUnpopular = stage === 'text' && !this.effort.isThorough
    for (const tier of this.effort.tiers)
      if (tier === 0 || (!skipsUnpopular && this.count < this.effort.wanted))
        await this.#addTier(tier, queryFor(tier), stage)
  }

  async #addTier(tier: Tier, tokens: string | undefined, stage: SearchStage) {
    if (tokens === undefined) return
    const { db, filter, effort } = this
    const limit = Math.min(effort.limit, effort.enough - this.#countByTokens)
    if (limit <= 0) return
    const known = [...this.#found.keys()]
    const books = await findBooksByTokens(db, [{ tokens: [tokens], tier }], { filter, stage, limit, known })
    this.#countByTokens += books.length
    this.add(books)
  }
}

const maxShortWord = 6

/**
 * Leaves only the most likely reading of a long pinyin word. A short word such as `xian`, which may be one syllable or
 * two (`xi` and `an`), retains all readings.
 */
export function likelyReading(term: Term): Term {
  return term.text.length > maxShortWord && term.readings.length > 1
    ? { ...term, readings: term.readings.slice(0, 1) }
    : term
}
