import type { Db } from '#server/platform/db/schema.ts'
import type { SearchQuery } from '#server/engines/text/search-query.ts'
import { type BookFilter, CandidateSearch, type Effort, likelyReading } from './candidate-search.ts'
import { type BookCandidate, findBookByIsbn, findBooksByStart } from './search-queries.ts'
import { namesQuery, soundTerm, textQuery, textTerm, titleQuery } from './token-query.ts'

/**
 * One way to find the books that match a query literally. The strategies run in order, from the cheapest and most
 * precise to the most expensive.
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
  { addCandidates: addByJoinedPinyin, isEnough: ({ count }) => count > 0 },
  { addCandidates: addByTitleStart },
  { addCandidates: addByTitle },
  { addCandidates: addByName },
  { addCandidates: addByOtherPinyin, isEnough: ({ count, effort }) => count >= effort.wanted },
  { addCandidates: addByText },
]

/** Returns the books in which every term of a query occurs as typed, not yet ranked. Typos are not corrected. */
export async function findCandidates(
  db: Db,
  query: SearchQuery,
  filter: BookFilter,
  effort: Effort,
): Promise<BookCandidate[]> {
  const search = new CandidateSearch(db, query, filter, effort)
  for (const { addCandidates, isEnough } of strategies) {
    await addCandidates(search)
    if (isEnough?.(search)) break
  }
  return search.candidates
}

async function addByIsbn(search: CandidateSearch) {
  const { isbn13, compact } = search.query
  if (isbn13 !== null) search.add(await findBookByIsbn(search.db, isbn13, compact))
}

/**
 * Searches for separate Latin words as if they were one word of pinyin (`hong lou meng`). This runs before the words
 * are searched one by one, because a single syllable matches far too many names. Only the sound is compared: words that
 * can be read as pinyin may be a Latin name (Anne Rice), which the strategies after this one find.
 */
async function addByJoinedPinyin(search: CandidateSearch) {
  const { joined } = search
  if (joined !== undefined) await search.addByTokens((tier) => soundTerm(likelyReading(joined), tier), 'names')
}

async function addByTitleStart(search: CandidateSearch) {
  search.add(await findBooksByStart(search.db, search.query.compact, search.filter))
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
