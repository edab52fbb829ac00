import type { Db } from '#server/platform/db/schema.ts'
import type { SearchQuery } from '#server/engines/text/search-query.ts'
import type { BookFilter, Effort } from './find-candidates.ts'
import type { KnownPart } from './divide-query.ts'
import type { Ranking } from './ranking.ts'

/** A typed text with its possible meanings, as `readQuery` returns it. */
export interface TypedQuery {
  typed: string
  meanings: SearchQuery[]
  /** Returns the words of the search index that a typed Latin word may be misspelled from, see `listWordsLike`. */
  wordsLike: (typed: string) => Promise<string[]>
  /** Whether the index has unpopular books (tier 1), which only a large library has. */
  hasUnpopular: boolean
}

/** The state of one search, which its steps fill in. */
export interface BookSearch extends TypedQuery {
  db: Db
  filter: BookFilter
  effort: Effort
  ranking: Ranking
  /** The subject of a request, such as 丝绸之路 in 讲丝绸之路的书; undefined for other queries. */
  subject: string | undefined
  /** The people, tags and places that the search recognised in a sentence; empty for other queries. */
  known: KnownPart[]
  /**
   * The query divided at the names that were recognised in it. If no book matches all of its terms, the search looks
   * for books that match some of them. Undefined if the query was not divided.
   */
  divided: SearchQuery | undefined
  /** The terms that the best result lacks; empty unless the search left terms out. */
  leftOut: string[]
  /** The number of characters of the text that the best result has, if the search left terms out; otherwise 0. */
  kept: number
}
