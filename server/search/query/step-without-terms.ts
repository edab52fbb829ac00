import { scoreItem } from '#server/search/rank/score-item.ts'
import type { SearchQuery, Term } from '#server/search/text/search-query.ts'
import type { BookSearch } from './book-search.ts'
import { type RankedBook, scaled } from './ranking.ts'
import { findBooksByTokens } from './search-queries.ts'
import { filterQuery, namesQuery } from './token-query.ts'

const limitPerChoice = 60
const maxTerms = 5

/**
 * Adds the books that match most terms of a query of several terms, those with the rarest terms first, and names the
 * terms that they lack.
 */
export async function addWithoutTerms(search: BookSearch) {
  const { meanings, divided, effort } = search
  const [typed] = meanings
  // Suggestions do not divide the text at the names in it, because the last name may be the beginning of a longer word
  // that the user is still typing.
  const query = effort.isThorough && divided !== undefined && divided.terms.length > 1 ? divided : typed
  if (query === undefined || query.terms.length < 2) return
  const terms = query.terms.slice(0, maxTerms)
  for (let count = terms.length - 1; count > 0; count -= 1) {
    const books: RankedBook[] = []
    for (const choice of choose(terms, count))
      if (isTelling(choice)) books.push(...(await findChosen(search, query, choice)))
    if (books.length > 0) return addBest(search, query, books)
  }
}

/** Returns all ways to choose `count` of the terms. */
function choose(terms: Term[], count: number): Term[][] {
  if (count === 0) return [[]]
  return terms.flatMap((term, at) => choose(terms.slice(at + 1), count - 1).map((rest) => [term, ...rest]))
}

/** Returns false for a choice of terms that are so short that they match many unrelated names. */
function isTelling(terms: Term[]): boolean {
  return terms.some(({ text, isHan }) => [...text].length > (isHan ? 1 : /^\d+$/.test(text) ? 2 : 3))
}

/**
 * Finds the books that match the chosen terms of a query. The points of a book are multiplied by a factor between 0 and
 * 1, which is larger the fewer books match these terms.
 */
async function findChosen({ db, filter }: BookSearch, query: SearchQuery, choice: Term[]): Promise<RankedBook[]> {
  const filters = filterQuery(filter.tags, filter.free)
  const found: RankedBook[] = []
  for (const tier of [0, 1] as const) {
    const tokens = namesQuery(choice, tier)
    if (tokens === undefined || found.length >= limitPerChoice) continue
    const books = await findBooksByTokens(db, [{ tokens: [tokens], tier }], {
      filter: filters,
      stage: 'partial',
      limit: limitPerChoice,
    })
    found.push(...books.map((book) => ({ ...book, ...scoreItem(query, book) })).filter(isNamed))
  }
  const rarity = 1 / Math.log2(2 + found.length)
  return found.map((book) => scaled(book, rarity))
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

/** Adds the best book and the books that lack the same terms as this book does. */
function addBest({ ranking, ...search }: BookSearch, query: SearchQuery, books: RankedBook[]) {
  const lacking = ({ reasons }: RankedBook) =>
    query.terms.filter(({ text }) => reasons.some(({ term, likeness }) => term === text && likeness === 'absent'))
  const [best] = books.toSorted((a, b) => b.points - a.points || b.weight - a.weight)
  if (best === undefined) return
  const leftOut = lacking(best).map(({ text }) => text)
  search.leftOut.push(...leftOut)
  for (const book of books)
    if (
      lacking(book)
        .map(({ text }) => text)
        .join(' ') === leftOut.join(' ')
    )
      ranking.addScored(book)
}
