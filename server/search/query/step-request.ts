import { nameTags, subjectOf } from '#server/search/text/request-words.ts'
import { parseQuery, type SearchQuery } from '#server/search/text/search-query.ts'
import type { BookSearch } from './book-search.ts'
import { divideQuery } from './divide-query.ts'
import { findCandidates } from './find-candidates.ts'
import { readMeanings } from './read-meanings.ts'
import type { BookCandidate } from './search-queries.ts'

/**
 * Adds the books that a request asks for: those that match its subject (丝绸之路 in 讲丝绸之路的书), or else the tags that its
 * words stand for (童书 for 孩子), or else the names in it (鲁迅 and 野草 in 鲁迅野草).
 */
export async function addRequested(search: BookSearch) {
  const { db, typed, ranking } = search
  const subject = subjectOf(typed)
  if (subject !== undefined) for (const query of await readMeanings(db, subject)) await addMatching(search, query)
  const divided = await divideQuery(db, nameTags(subject ?? typed))
  if (divided === undefined) {
    if (subject !== undefined) search.divided = parseQuery(subject)
    return
  }
  search.divided = divided.query
  if (!ranking.has('request')) await addMatching(search, divided.query)
  if (ranking.has('request')) search.known = divided.known
}

async function addMatching({ db, filter, effort, ranking }: BookSearch, query: SearchQuery) {
  const candidates = await findCandidates(db, query, filter, effort)
  ranking.add(query, candidates.map(asRequested))
}

const asRequested = (book: BookCandidate): BookCandidate =>
  book.stage === 'names' ? { ...book, stage: 'request' } : book
