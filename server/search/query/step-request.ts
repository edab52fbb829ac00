import { formOf, nameTags, type RequestedForm, subjectOf } from '#server/engines/text/request-words.ts'
import { parseQuery, type SearchQuery, wordsOf } from '#server/engines/text/search-query.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { BookSearch } from './book-search.ts'
import { divideQuery, type KnownPart } from './divide-query.ts'
import { findCandidates } from './find-candidates.ts'
import { readMeanings } from './read-meanings.ts'
import type { RankedBook } from './ranking.ts'
import { type BookCandidate, findNamesExactly } from './search-queries.ts'

/**
 * If the whole text matches a name literally, the points of the books that match only the subject of the request are
 * multiplied by this factor, because the text is more likely a title: 最后的散文 is rather the beginning of a title than a
 * wish for essays.
 */
const besideLiteralFactor = 0.9

/**
 * Adds the books that a request asks for: those that match its subject (丝绸之路 in 讲丝绸之路的书), or else the tags that its
 * words stand for (童书 for 孩子), or else the names in it (鲁迅 and 野草 in 鲁迅野草).
 */
export async function addRequested(search: BookSearch) {
  const { db, typed, ranking } = search
  const subject = subjectOf(typed)
  search.subject = subject
  const form = subject === undefined ? undefined : formOf(typed, subject)
  const factor = ranking.has('names') ? besideLiteralFactor : 1
  if (subject !== undefined)
    for (const query of await readMeanings(db, subject)) await addMatching(search, query, { factor, form })
  const { text, words } = nameTags(subject ?? typed)
  const divided = await divideQuery(db, text, words)
  if (divided === undefined) {
    if (subject !== undefined) search.divided = parseQuery(subject)
  } else {
    search.divided = divided.query
    for (const query of [divided.byPerson, divided.query])
      if (query !== undefined && !ranking.has('request')) await addMatching(search, query, { factor: 1, form })
  }
  search.known = [...(divided?.known ?? []), ...(form === undefined ? [] : await readForm(db, form))]
}

/** If the requested literary form stands for a single tag, returns this tag as a recognised part of the query. */
async function readForm(db: Db, { word, tags }: RequestedForm): Promise<KnownPart[]> {
  if (tags.length !== 1) return []
  const names = await findNamesExactly(db, tags)
  return names.flatMap(({ kind, id, name }) => (kind === 'tag' ? [{ kind, id, name, text: name, typed: word }] : []))
}

/** For each kind of name in a query, the fields of a book that contain names of this kind. */
const fieldsOf = { person: /^(?:author|translator)/, tag: /^tag$/, place: /^place/, region: /^place/ }

/**
 * Returns true if a book of the results was found by this person, tag, place or region, and not only by a title with
 * the same word: 哈里波特 does not mean the books of a 波特.
 */
export function isMeant({ kind, text }: KnownPart, books: RankedBook[]): boolean {
  const requested = books.filter(({ stage }) => stage === 'request' || stage === 'partial')
  const isFound = requested.some(({ reasons }) =>
    reasons.some((reason) => reason.term === text && fieldsOf[kind].test(reason.field)),
  )
  return isFound || (kind === 'tag' && requested.length > 0 && requested.every((book) => hasTag(book, [text])))
}

/** Returns true if a book has one of the tags, or any tag if none are given. */
const hasTag = ({ names }: BookCandidate, tags?: string[]) =>
  names.some(([field, text]) => field === 'tag' && (tags?.includes(text) ?? true))

/**
 * Adds the books that match a query. If the request names a literary form and books of this form match, books with tags
 * of other forms only are left out. Books without any tag stay.
 */
async function addMatching(
  { db, meanings, filter, effort, ranking }: BookSearch,
  query: SearchQuery,
  { factor, form }: { factor: number; form: RequestedForm | undefined },
) {
  // The literal step has searched for the typed words already.
  if (meanings.some((meaning) => wordsOf(meaning) === wordsOf(query))) return
  const candidates = (await findCandidates(db, query, filter, effort)).map(asRequested)
  const isOfForm = (book: BookCandidate) => form !== undefined && hasTag(book, form.tags)
  const isAllowed = candidates.some(isOfForm) ? (book: BookCandidate) => isOfForm(book) || !hasTag(book) : () => true
  ranking.add(query, candidates.filter(isAllowed), factor)
}

const asRequested = (book: BookCandidate): BookCandidate =>
  book.stage === 'names' ? { ...book, stage: 'request' } : book
