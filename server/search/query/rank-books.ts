import type { SearchStage, SearchStep } from '#shared/api/search/explained.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { mayBeName } from '#server/engines/text/search-query.ts'
import type { BookSearch, TypedQuery } from './book-search.ts'
import { type BookFilter, type Effort, findCandidates, pageEffort } from './find-candidates.ts'
import { Ranking, type RankedBook } from './ranking.ts'
import { readQuery } from './read-meanings.ts'
import { addNear } from './step-near.ts'
import { addRequested, isMeant } from './step-request.ts'
import { addTitlesInside, isSmallPart } from './step-titles-inside.ts'
import { addDespiteTypos, isLatinName, isWord } from './step-typos.ts'
import { addWithoutTerms } from './step-without-terms.ts'

/** One step of a search. It adds books to the ranking of the search. */
interface Step {
  name: SearchStep
  /**
   * Returns true if this step must run: the steps before it have not found the kind of books that this step looks for.
   */
  isNeeded: (search: BookSearch) => boolean
  run: (search: BookSearch) => Promise<void>
}

/**
 * The steps of a search in their order, from the most certain interpretation of the typed text to the least certain
 * one. The meanings of the text (`readQuery`) are known before the first step.
 */
const steps: Step[] = [
  // 1. Books that match every term as typed: in a title, in the name of a person, tag or place, or else in a
  // description.
  { name: 'literal', isNeeded: () => true, run: addLiteral },
  // 2. For a request such as 有没有讲丝绸之路的书: books that match its subject, or the people, tags and places that it names.
  {
    name: 'request',
    isNeeded: (search) => !search.ranking.has('names') || isObscure(search),
    run: addRequested,
  },
  // 3. Books that match the text if wrong, missing, swapped or additional characters and letters are accepted.
  {
    name: 'typos',
    isNeeded: (search) =>
      mayBeName(search.meanings[0]) && (hasNoName(search) || (search.effort.isThorough && isObscure(search))),
    run: addDespiteTypos,
  },
  // 4. Books whose whole title is in the text beside other words. The page shows these other words as left out.
  {
    name: 'titlesInside',
    isNeeded: (search) => hasNoName(search) && !search.ranking.hasWholeTypo,
    run: addTitlesInside,
  },
  // 5. Books that match all terms but some. The page shows the other terms as left out.
  {
    name: 'withoutTerms',
    isNeeded: (search) => search.ranking.size === 0 || (search.ranking.has('partial') && isSmallPart(search)),
    run: addWithoutTerms,
  },
  // 6. Books that resemble a part of the query. The page lists these books separately from the results.
  { name: 'near', isNeeded: ({ ranking }) => ranking.size === 0, run: addNear },
]

/**
 * The points of a book that was found by an alias or by a number in digits are multiplied by this factor, so that a
 * book found by the typed words ranks higher.
 */
const otherMeaningFactor = 0.97

/**
 * Adds the books that contain every term of the query, or every term of one of its variants, in which an alias or a
 * number is replaced.
 */
export async function addLiteral({ db, meanings, filter, effort, ranking }: BookSearch) {
  for (const [at, meaning] of meanings.entries())
    ranking.add(meaning, await findCandidates(db, meaning, filter, effort), at > 0 ? otherMeaningFactor : 1)
}

const hasNoName = ({ ranking }: BookSearch) => !ranking.has('names') && !ranking.has('request')

const maxObscure = 5
const maxObscureWeight = 1000

/**
 * Returns true if a longer Chinese text or Latin words match only a few, unpopular books literally, and are not the
 * whole title or author of any of them. The text may then rather mean a famous book with a similar title.
 */
function isObscure(search: BookSearch): boolean {
  const { ranking, meanings } = search
  const [first, ...others] = meanings[0]?.terms ?? []
  const isLong =
    first !== undefined && others.length === 0 && (first.isHan ? [...first.text].length > 2 : isWord(first))
  const count = ranking.count('names')
  if (!(isLong || isLatinName(search)) || count === 0 || count > maxObscure) return false
  return ranking.greatestWeight < maxObscureWeight && !ranking.hasWhole
}

/** The stages of a search, from the most certain to the least certain one. */
const stages: SearchStage[] = ['names', 'request', 'partial', 'text', 'typos', 'near']

interface RankedBooks extends Pick<BookSearch, 'subject' | 'known' | 'leftOut'> {
  /** The steps that ran, in order, each with the ids of the books that it added. */
  steps: { step: SearchStep; added: Set<string> }[]
  /** The ranked books in descending order of their points. */
  books: RankedBook[]
  /** The most certain search stage that found any of the books. */
  stage: SearchStage
  /** Whether the search has left candidates out, because it had compared enough. */
  isCut: boolean
}

/** Finds and ranks the books that match a typed text. */
export async function rankBooks(db: Db, typed: string, filter: BookFilter, effort = pageEffort): Promise<RankedBooks> {
  return rankBooksByMeanings(db, await readQuery(db, typed), filter, effort)
}

/**
 * Like `rankBooks`, for a caller that has already parsed the typed text and its alias replacements with `readQuery`.
 */
export async function rankBooksByMeanings(
  db: Db,
  query: TypedQuery,
  filter: BookFilter,
  effort: Effort,
): Promise<RankedBooks> {
  const ranking = new Ranking()
  const noted = { subject: undefined, known: [], divided: undefined, leftOut: [], kept: 0 }
  const tiers = query.hasUnpopular ? effort.tiers : effort.tiers.slice(0, 1)
  const search: BookSearch = { ...query, db, filter, effort: { ...effort, tiers }, ranking, ...noted }
  const ran: RankedBooks['steps'] = []
  for (const { name, isNeeded, run } of steps) {
    if (ranking.isCut || !isNeeded(search)) continue
    const before = ranking.ids
    await run(search)
    ran.push({ step: name, added: ranking.ids.difference(before) })
  }
  const stage = stages.find((one) => ranking.has(one)) ?? 'near'
  const books = ranking.sorted()
  const { subject } = search
  const known = search.known.filter((part) => isMeant(part, books))
  const leftOut = search.leftOut.map((term) => search.known.find(({ text }) => text === term)?.typed ?? term)
  return { books, stage, isCut: ranking.isCut, subject, known, leftOut, steps: ran }
}
