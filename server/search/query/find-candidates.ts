import type { SearchStage } from '#shared/api/search/explained.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { columnsOfText, joinedTerm, mayBeName, type SearchQuery, type Term } from '#server/engines/text/search-query.ts'
import { type BookCandidate, findBookByIsbn, findBooksByStart, findBooksByTokens, type Tier } from './search-queries.ts'
import { filterQuery, namesQuery, soundTerm, textQuery, textTerm, titleQuery } from './token-query.ts'

export interface BookFilter {
  tags: string[]
  free: boolean
}

/** Limits on the work of one search: once it has found enough books, it skips the more expensive strategies. */
export interface Effort {
  /** Once this many candidate books are found, unpopular books and descriptions are no longer searched. */
  wanted: number
  /** The largest number of candidate books that one search takes from the token index, and that a statement returns. */
  limit: number
  /**
   * Whether a search also compares the descriptions of unpopular books and allows typos in their titles, which takes
   * longer.
   */
  isThorough: boolean
  /** The tiers of the index of books that a search reads. */
  tiers: Tier[]
}

export const pageEffort: Effort = { wanted: 60, limit: 150, isThorough: true, tiers: [0, 1] }
/** The limits for search suggestions, which must arrive while the user is typing. */
export const suggestionEffort: Effort = { wanted: 20, limit: 80, isThorough: false, tiers: [0, 1] }

/** The greatest number of columns of a text that may be in more names than a search reads. */
const longestCommon = 24

/**
 * Returns the books in which every term of a query occurs as typed, not yet ranked. Typos are not corrected. The ways
 * to find them follow each other from the cheapest and most precise to the most expensive.
 */
export async function findCandidates(
  db: Db,
  query: SearchQuery,
  { tags, free }: BookFilter,
  effort: Effort,
): Promise<BookCandidate[]> {
  const { terms, compact, isbn13 } = query
  const filter = filterQuery(tags, free)
  const found = new Candidates(db, filter, effort)
  if (isbn13 !== null) found.add(await findBookByIsbn(db, isbn13, compact))
  if (found.count > 0 || terms.length === 0) return found.list
  // Separate Latin words are searched as one word of pinyin first (`hong lou meng`), because a single syllable matches
  // far too many names. Words that can be read as pinyin may be a Latin name (Anne Rice), which is found below.
  const joined = joinedTerm(query)
  if (joined !== undefined && joined.readings.length > 0)
    await found.addByTokens((tier) => soundTerm(likelyReading(joined), tier), 'names')
  if (found.count > 0) return found.list
  const likelyTerms = terms.map(likelyReading)
  // A longer title is found by its words in any name: not so many books have them that the limit leaves titles out.
  if (mayBeName(query)) found.add(await findBooksByStart(db, compact, filter))
  if (columnsOfText(compact) <= longestCommon) await found.addByTokens((tier) => titleQuery(likelyTerms, tier), 'names')
  await found.addByTokens((tier) => namesQuery(likelyTerms, tier), 'names')
  if (found.count === 0 && likelyTerms.some((term, at) => term !== terms[at]))
    await found.addByTokens((tier) => namesQuery(terms, tier), 'names')
  if (found.count >= effort.wanted) return found.list
  // A single Chinese word is looked up in descriptions only, because every book with this word in a name has been
  // found. The same holds for any other single word if no name matched.
  const [first, ...others] = terms
  const isTextOnly = others.length === 0 && first !== undefined && (found.count === 0 || first.isHan)
  await found.addByTokens((tier) => (isTextOnly ? textTerm(first) : textQuery(terms, tier)), 'text')
  return found.list
}

/** The candidate books that a search has found so far. */
class Candidates {
  readonly #db: Db
  readonly #filter: string | undefined
  readonly #effort: Effort
  readonly #found = new Map<string, BookCandidate>()
  #countByTokens = 0

  constructor(db: Db, filter: string | undefined, effort: Effort) {
    this.#db = db
    this.#filter = filter
    this.#effort = effort
  }

  get count() {
    return this.#found.size
  }

  get list() {
    return [...this.#found.values()]
  }

  /** Adds books. A book that was found before, more precisely, retains its search stage. */
  add(books: BookCandidate[]) {
    for (const book of books) if (!this.#found.has(book.bookId)) this.#found.set(book.bookId, book)
  }

  /**
   * Adds the books that match a query of the token index: popular books (tier 0 of the index), and the other books
   * (tier 1) if the search needs more candidates.
   */
  async addByTokens(queryFor: (tier: Tier) => string | undefined, stage: SearchStage) {
    const { wanted, isThorough, tiers } = this.#effort
    for (const tier of tiers) {
      const tokens = queryFor(tier)
      const limit = this.#effort.limit - this.#countByTokens
      const isSkipped = tier === 1 && (this.count >= wanted || (stage === 'text' && !isThorough))
      if (isSkipped || tokens === undefined || limit <= 0) continue
      const known = [...this.#found.keys()]
      const options = { filter: this.#filter, stage, limit, known }
      const books = await findBooksByTokens(this.#db, [{ tokens: [tokens], tier }], options)
      this.#countByTokens += books.length
      this.add(books)
    }
  }
}

const maxShortWord = 6

/**
 * Leaves only the most likely reading of a long pinyin word. A short word such as `xian`, which may be one syllable or
 * two (`xi` and `an`), retains all readings.
 */
function likelyReading(term: Term): Term {
  return term.text.length > maxShortWord && term.readings.length > 1
    ? { ...term, readings: term.readings.slice(0, 1) }
    : term
}
