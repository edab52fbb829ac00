import { nameTags, subjectOf } from '#server/search/text/request-words.ts'
import { parseQuery, type SearchQuery } from '#server/search/text/search-query.ts'
import type { BookSearch } from './book-search.ts'
import { divideQuery, type KnownPart } from './divide-query.ts'
import { findCandidates } from './find-candidates.ts'
import { readMeanings } from './read-meanings.ts'
import type { Ranking } from './ranking.ts'
import type { BookCandidate } from './search-queries.ts'

/**
 * If the whole text is in a title, the points of the books that only match the subject are multiplied by this factor: 最后
 * 的散文 is rather the beginning of a title than a wish for essays.
 */
const besideLiteralFactor = 0.9

/**
 * Adds the books that a request asks for: those that match its subject (丝绸之路 in 讲丝绸之路的书), or else the tags that its
 * words stand for (童书 for 孩子), or else the names in it (鲁迅 and 野草 in 鲁迅野草).
 */
export async function addRequested(search: BookSearch) {
  const { db, typed, ranking } = search
  const subject = subjectOf(typed)
  const factor = ranking.has('names') ? besideLiteralFactor : 1
  if (subject !== undefined)
    for (const query of await readMeanings(db, subject)) await addMatching(search, query, factor)
  const divided = await divideQuery(db, nameTags(subject ?? typed))
  if (divided === undefined) {
    if (subject !== undefined) search.divided = parseQuery(subject)
    return
  }
  search.divided = divided.query
  for (const query of [divided.byPerson, divided.query])
    if (query !== undefined && !ranking.has('request')) await addMatching(search, query)
  search.known = divided.known.filter((part) => isMeant(part, ranking))
}

/** The fields in which a name of each kind is found. */
const fieldsOf = { person: /^(?:author|translator)/, tag: /^tag$/, place: /^place/ }

/**
 * Returns true if a book was found by this person, tag or place, and not only by a title with the same word: 哈里波特 does
 * not mean the books of a 波特.
 */
function isMeant({ kind, text }: KnownPart, ranking: Ranking): boolean {
  return ranking
    .sorted()
    .some(({ stage, reasons }) =>
      reasons.some((reason) => stage === 'request' && reason.term === text && fieldsOf[kind].test(reason.field)),
    )
}

async function addMatching({ db, filter, effort, ranking }: BookSearch, query: SearchQuery, factor = 1) {
  const candidates = await findCandidates(db, query, filter, effort)
  ranking.add(query, candidates.map(asRequested), factor)
}

const asRequested = (book: BookCandidate): BookCandidate =>
  book.stage === 'names' ? { ...book, stage: 'request' } : book
