import type { SearchStage } from '#shared/api/search/search.ts'
import type { Db } from '#server/db/schema.ts'
import { listMeanings } from '#server/search/index/alias-queries.ts'
import {
  type BookFilter,
  type Effort,
  correctWords,
  findCandidates,
  findDespiteTypos,
  findNear,
  pageEffort,
} from './find-candidates.ts'
import { parseQuery, type SearchQuery } from '#server/search/text/search-query.ts'
import { type Scored, scoreItem } from '#server/search/rank/score-item.ts'
import type { BookCandidate } from './search-queries.ts'

export interface RankedBook extends BookCandidate, Scored {}

export interface RankedBooks {
  /** The best first. */
  books: RankedBook[]
  /** `near` where nothing has all of what was typed. */
  stage: SearchStage
}

/** What stands for a name is worth a little less than the name itself. */
const aliasFactor = 0.97

/** The ways a query can be meant: as typed, and with aliases replaced. */
export async function readMeanings(db: Db, typed: string): Promise<SearchQuery[]> {
  return [typed, ...(await listMeanings(db, typed))].map(parseQuery)
}

/** The books that a reader who typed this means, ranked. */
export async function rankBooks(db: Db, typed: string, filter: BookFilter, effort = pageEffort): Promise<RankedBooks> {
  return rankBooksByMeanings(db, { typed, meanings: await readMeanings(db, typed) }, filter, effort)
}

interface Asked {
  typed: string
  meanings: SearchQuery[]
}

/** The same where its meanings have been read already. */
export async function rankBooksByMeanings(
  db: Db,
  { typed, meanings }: Asked,
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
    return [...this.#byId.values()].some((one) => one.stage === stage)
  }

  add(query: SearchQuery, candidates: BookCandidate[], worth = 1) {
    for (const candidate of candidates) {
      const scored = scoreItem(query, candidate)
      if (!isMeant(scored, candidate.stage)) continue
      const one = { ...candidate, ...scored, points: scored.points * worth }
      const known = this.#byId.get(candidate.bookId)
      if (known === undefined || known.points < one.points) this.#byId.set(candidate.bookId, one)
    }
  }

  sorted() {
    return [...this.#byId.values()].sort(
      (a, b) => b.points - a.points || b.weight - a.weight || (a.bookId < b.bookId ? 1 : -1),
    )
  }
}

/** Every term must be found; of what is only near, one. */
function isMeant({ reasons }: Scored, stage: SearchStage): boolean {
  const isFound = (reason: Scored['reasons'][number]) => reason.likeness !== 'absent'
  return stage === 'near' ? reasons.some(isFound) : reasons.every(isFound)
}
