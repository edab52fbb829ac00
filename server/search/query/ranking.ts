import type { SearchStage } from '#shared/api/search/explained.ts'
import { type Scored, scoreItem } from '#server/search/rank/score-item.ts'
import type { SearchQuery } from '#server/search/text/search-query.ts'
import type { BookCandidate } from './search-queries.ts'

export type RankedBook = BookCandidate & Scored

/** The books that a search has found so far, each with its best points. */
export class Ranking {
  #byId = new Map<string, RankedBook>()

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

  /** Scores candidate books and adds those in which every term was found; for the stage `near` one term is enough. */
  add(query: SearchQuery, candidates: BookCandidate[], factor = 1) {
    for (const candidate of candidates) {
      const scored = scoreItem(query, candidate)
      if (isMatch(scored, candidate.stage)) this.addScored(scaled({ ...candidate, ...scored }, factor))
    }
  }

  /** Adds a book with its points. A book that is already in the ranking retains the higher points. */
  addScored(book: RankedBook) {
    const known = this.#byId.get(book.bookId)
    if (known === undefined || known.points < book.points) this.#byId.set(book.bookId, book)
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
