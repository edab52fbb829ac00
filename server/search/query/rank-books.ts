import type { SearchStage } from '#shared/api/search/search.ts'
import type { Db } from '#server/db/schema.ts'
import { listMeanings } from '#server/search/index/alias-queries.ts'
import { type BookFilter, type Effort, findCandidates, pageEffort } from './find-candidates.ts'
import { correctWords, findDespiteTypos, findNear } from './find-loosely.ts'
import { parseQuery, type SearchQuery } from '#server/search/text/search-query.ts'
import { type Scored, scoreItem } from '#server/search/rank/score-item.ts'
import type { BookCandidate } from './search-queries.ts'

export interface RankedBook extends BookCandidate, Scored {}

interface RankedBooks {
  /** The ranked books in descending order of their points. */
  books: RankedBook[]
  /** The search stage that found the books; `near` if no book matches the whole query. */
  stage: SearchStage
}

/**
 * The points of a book that was found by an alias are multiplied by this factor, so that a book found by the typed
 * words ranks higher.
 */
const aliasFactor = 0.97

/**
 * Returns the possible meanings of a typed query: first the query itself, then one variant for each search alias in it,
 * with the alias replaced by the name it stands for.
 */
export async function readMeanings(db: Db, typed: string): Promise<SearchQuery[]> {
  return [typed, ...(await listMeanings(db, typed))].map(parseQuery)
}

/** Finds and ranks the books that match a typed text. */
export async function rankBooks(db: Db, typed: string, filter: BookFilter, effort = pageEffort): Promise<RankedBooks> {
  return rankBooksByMeanings(db, { typed, meanings: await readMeanings(db, typed) }, filter, effort)
}

/** A typed text with its possible meanings, as `readMeanings` returns them. */
export interface TypedQuery {
  typed: string
  meanings: SearchQuery[]
}

/**
 * Like `rankBooks`, for a caller that has already parsed the typed text and its alias replacements with `readMeanings`.
 */
export async function rankBooksByMeanings(
  db: Db,
  { typed, meanings }: TypedQuery,
  filter: BookFilter,
  effort: Effort,
): Promise<RankedBooks> {
  const ranking = new Ranking()
  for (const [at, meaning] of meanings.entries())
    ranking.add(meaning, await findCandidates(db, meaning, filter, effort), at > 0 ? aliasFactor : 1)
  if (!ranking.has('names')) {
    for (const meaning of await readMeanings(db, await correctWords(db, typed))) {
      const { query, candidates } = await findDespiteTypos(db, meaning, filter, effort)
      ranking.add(query, candidates)
    }
  }
  if (ranking.size > 0)
    return { books: ranking.sorted(), stage: ranking.has('names') ? 'names' : ranking.has('text') ? 'text' : 'typos' }
  for (const meaning of meanings) {
    const { query, candidates } = await findNear(db, meaning, filter)
    ranking.add(query, candidates)
  }
  return { books: ranking.sorted().slice(0, 20), stage: 'near' }
}

class Ranking {
  #byId = new Map<string, RankedBook>()

  get size() {
    return this.#byId.size
  }

  has(stage: SearchStage) {
    return [...this.#byId.values()].some((book) => book.stage === stage)
  }

  add(query: SearchQuery, candidates: BookCandidate[], factor = 1) {
    for (const candidate of candidates) {
      const scored = scoreItem(query, candidate)
      if (!isMatch(scored, candidate.stage)) continue
      const ranked = { ...candidate, ...scored, points: scored.points * factor }
      const known = this.#byId.get(candidate.bookId)
      if (known === undefined || known.points < ranked.points) this.#byId.set(candidate.bookId, ranked)
    }
  }

  sorted() {
    return [...this.#byId.values()].sort(
      (a, b) => b.points - a.points || b.weight - a.weight || (a.bookId < b.bookId ? 1 : -1),
    )
  }
}

/**
 * Returns true if every search term was found in the book. In the search stage `near`, which looks for partial matches,
 * one found term is sufficient.
 */
function isMatch({ reasons }: Scored, stage: SearchStage): boolean {
  const isFound = (reason: Scored['reasons'][number]) => reason.likeness !== 'absent'
  return stage === 'near' ? reasons.some(isFound) : reasons.every(isFound)
}
