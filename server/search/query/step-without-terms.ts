import { isSyllable } from '#server/engines/text/pinyin-syllables.ts'
import type { Term } from '#server/engines/text/search-query.ts'
import type { BookSearch } from './book-search.ts'
import { type RankedBook, scaled } from './ranking.ts'
import { type BookCandidate, findBooksByTokens } from './search-queries.ts'
import { filterQuery, namesQuery } from './token-query.ts'

/** The maximum number of terms among which this step chooses; of a longer query it takes the longest terms. */
const maxTerms = 4
/** The number of books of each tier that are read for all choices of terms together, and for one of them. */
const [limit, limitPerChoice] = [120, 60]

/**
 * Adds the books that match most terms of a query of several terms, those with the rarest terms first, and names the
 * terms that they lack. If the search has found books by a short title in the text (`addTitlesInside`), these are
 * replaced only by books that have more of the text.
 */
export async function addWithoutTerms(search: BookSearch) {
  const { meanings, divided, effort, ranking } = search
  const [typed] = meanings
  // Suggestions do not divide the text at the names in it, because the last name may be the beginning of a longer word
  // that the user is still typing.
  const query = effort.isThorough && divided !== undefined && divided.terms.length > 1 ? divided : typed
  if (query === undefined || query.terms.length < 2) return
  const terms = query.terms.toSorted((a, b) => b.text.length - a.text.length).slice(0, maxTerms)
  const isLonger = (choice: Term[]) => choice.reduce((length, { text }) => length + text.length, 0) > search.kept
  for (let count = terms.length - 1; count > 0; count -= 1) {
    const found = await findChosen(search, choose(terms, count).filter(isTelling).filter(isLonger))
    const books = found.flatMap((book) => {
      const scored = ranking.score(query, book)
      return scored === undefined ? [] : [{ ...book, ...scored }]
    })
    const meant = books.filter((book) => isNamed(book) && keepsName(book, search))
    if (meant.length > 0) return addBest(search, meant)
  }
}

/** Returns all ways to choose `count` of the terms. */
function choose(terms: Term[], count: number): Term[][] {
  if (count === 0) return [[]]
  return terms.flatMap((term, at) => choose(terms.slice(at + 1), count - 1).map((rest) => [term, ...rest]))
}

/** Returns false for a choice of terms that are so short that they match many unrelated names, such as one syllable. */
function isTelling(terms: Term[]): boolean {
  return terms.some(
    ({ text, isHan }) => !isSyllable(text) && [...text].length > (isHan ? 1 : /^\d+$/.test(text) ? 2 : 3),
  )
}

/** Finds the books that match any of several choices of terms, by one statement. */
async function findChosen({ db, filter, effort }: BookSearch, choices: Term[][]): Promise<BookCandidate[]> {
  const searches = effort.tiers.flatMap((tier) =>
    choices.flatMap((choice) => {
      const tokens = namesQuery(choice, tier)
      return tokens === undefined ? [] : [{ tokens: [tokens], tier }]
    }),
  )
  const found = await findBooksByTokens(db, searches, {
    filter: filterQuery(filter.tags, filter.free),
    stage: 'partial',
    limit: Math.min(limitPerChoice, Math.ceil(limit / choices.length)),
  })
  return [...new Map(found.map((book) => [book.bookId, book])).values()]
}

/**
 * Returns true if a matching term is in the title of a book or in the name of a person, or is the whole name of a place
 * or tag: 华氏 alone does not mean the books about 华氏城.
 */
function isNamed({ reasons }: RankedBook): boolean {
  return reasons.some(({ field, likeness }) =>
    /^(?:tag|place|placeAlso|text)$/.test(field) ? /^(?:whole|spelledWhole)$/.test(likeness) : true,
  )
}

/**
 * Returns false for a book without any of the names that the search has recognised in the text, unless another word at
 * least begins its title or author: 女性主义 means the books on 女性, and not those whose title happens to contain 主义.
 */
function keepsName({ reasons }: RankedBook, { known }: BookSearch): boolean {
  const isKnown = (term: string) => known.some(({ text }) => text === term)
  const isFound = reasons.filter(({ likeness }) => likeness !== 'absent')
  const isBegun = isFound.some(
    ({ field, likeness }) => /^(?:title|author)/.test(field) && /(?:whole|start)$/i.test(likeness),
  )
  return isBegun || isFound.some(({ term }) => isKnown(term)) || !reasons.some(({ term }) => isKnown(term))
}

/**
 * A tag, place or region that the search has recognised in the text counts as one in a title too: 编织的历史 does not mean
 * the book 历史.
 */
const maxPointsOfSubject = 36

function weighed(book: RankedBook, { known }: BookSearch, countAlike: number): RankedBook {
  const isSubject = (term: string) => known.some(({ text, kind }) => text === term && kind !== 'person')
  const each = book.reasons.map(({ term, points }) => (isSubject(term) ? Math.min(points, maxPointsOfSubject) : points))
  const points = each.reduce((sum, one) => sum + one, 0) / each.length + book.popularity
  return scaled({ ...book, points }, 1 / Math.log2(2 + countAlike))
}

/**
 * Adds the best of the books and those that lack the same terms, unless books with more of the text were found before.
 * A book counts for more the fewer books lack the same terms.
 */
function addBest(search: BookSearch, books: RankedBook[]) {
  const groups = Map.groupBy(books, (book) => lackingOf(book).join(' '))
  const ranked = [...groups.values()].flatMap((group) => group.map((book) => weighed(book, search, group.length)))
  const [best] = ranked.toSorted((a, b) => b.points - a.points || b.weight - a.weight)
  if (best === undefined) return
  const leftOut = lackingOf(best)
  const kept = best.reasons.reduce((sum, { term }) => sum + (leftOut.includes(term) ? 0 : term.length), 0)
  if (kept <= search.kept) return
  search.ranking.drop('partial')
  Object.assign(search, { kept, leftOut })
  for (const book of ranked) if (lackingOf(book).join(' ') === leftOut.join(' ')) search.ranking.addScored(book)
}

const lackingOf = ({ reasons }: RankedBook) =>
  reasons.flatMap(({ term, likeness }) => (likeness === 'absent' ? [term] : []))
