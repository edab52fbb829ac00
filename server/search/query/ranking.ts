import type { SearchStage } from '#shared/api/search/explained.ts'
import { type Scored, scoreItem } from '#server/search/rank/score-item.ts'
import type { SearchQuery } from '#server/engines/text/search-query.ts'
import type { BookCandidate } from './search-queries.ts'

export type RankedBook = BookCandidate & Scored

/**
 * The number of times that one search may compare a term with a name, so that no text that somebody types takes many
 * times the work of another. Candidates come the most popular first; those beyond the limit are left out.
 */
const maxComparisons = 3500
/** A comparison that allows typos counts as this many, because it takes as long. */
const comparisonsPerTypo = 3

/** The books that a search has found so far, each with its best points. */
export class Ranking {
  #byId = new Map<string, RankedBook>()
  #comparisons = 0

  /** Whether the search has left candidates out, because it had compared enough. */
  get isCut() {
    return this.#comparisons > maxComparisons
  }

  get size() {
    return this.#byId.size
  }

  /** The popularity of the most popular book in the ranking; 0 if there is none. */
  get greatestWeight() {
    return this.#byId.values().reduce((greatest, { weight }) => Math.max(greatest, weight), 0)
  }

  /** Whether the whole query is the title or a name of the author of a book in the ranking. */
  get hasWhole() {
    return this.#byId.values().some(({ reasons: [only, ...others] }) => {
      const isWhole = only?.likeness === 'whole' || only?.likeness === 'spelledWhole'
      return others.length === 0 && isWhole && only?.field !== 'tag' && only?.field !== 'place'
    })
  }

  has(stage: SearchStage) {
    return this.#byId.values().some((book) => book.stage === stage)
  }

  /**
   * Whether a book matches the query literally or with few wrong letters. Words with two wrong letters do not count,
   * because two similar words are often different names (xiaolazi, Xiaolan).
   */
  get hasLikely() {
    return this.#byId
      .values()
      .some(
        ({ stage, reasons }) =>
          stage === 'names' || (stage === 'typos' && reasons.every(({ likeness }) => likeness !== 'farTypo')),
      )
  }

  /** Whether a name of a book resembles the whole query, and not only some of its terms. */
  get hasWholeTypo() {
    return this.#byId.values().some(({ stage, reasons }) => stage === 'typos' && reasons.length === 1)
  }

  /** Returns the points of a candidate book; undefined if the search has already compared enough. */
  score(query: SearchQuery, candidate: BookCandidate): Scored | undefined {
    const each = candidate.stage === 'typos' ? comparisonsPerTypo : 1
    this.#comparisons += each * query.terms.length * candidate.names.length
    return this.#comparisons > maxComparisons ? undefined : scoreItem(query, candidate)
  }

  /** Scores candidate books and adds those in which every term was found; for the stage `near` one term is enough. */
  add(query: SearchQuery, candidates: BookCandidate[], factor = 1) {
    for (const candidate of candidates) {
      const scored = this.score(query, candidate)
      if (scored !== undefined && isMatch(scored, candidate.stage))
        this.addScored(scaled({ ...candidate, ...scored }, factor))
    }
  }

  /** Adds a book with its points. A book that is already in the ranking retains the higher points. */
  addScored(book: RankedBook) {
    const known = this.#byId.get(book.bookId)
    if (known === undefined || known.points < book.points) this.#byId.set(book.bookId, book)
  }

  /** Removes the books that a stage of the search has found. */
  drop(stage: SearchStage) {
    for (const [id, book] of this.#byId) if (book.stage === stage) this.#byId.delete(id)
  }

  count(stage: SearchStage): number {
    return this.#byId.values().reduce((count, book) => count + Number(book.stage === stage), 0)
  }

  get ids(): Set<string> {
    return new Set(this.#byId.keys())
  }

  /** Returns the books in descending order of their points. */
  sorted(): RankedBook[] {
    return [...this.#byId.values()].sort(
      (a, b) => b.points - a.points || b.weight - a.weight || (a.bookId < b.bookId ? 1 : -1),
    )
  }
}

/** Returns a book with its points and their parts multiplied by a factor. */
export function scaled(book: RankedBook, factor: number): RankedBook {
  return { ...book, points: book.points * factor, popularity: book.popularity * factor }
}

function isMatch({ reasons }: Scored, stage: SearchStage): boolean {
  const isFound = (reason: Scored['reasons'][number]) => reason.likeness !== 'absent'
  return stage === 'near' ? reasons.some(isFound) : reasons.every(isFound)
}
