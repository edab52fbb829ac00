import { plainTerm, type Term } from '#server/engines/text/search-query.ts'
import { neighbours } from '#server/engines/text/search-tokens.ts'
import type { BookSearch } from './book-search.ts'
import { findBooksByTokens } from './search-queries.ts'
import { filterQuery, nameTerm } from './token-query.ts'

/** The number of books that one reading of a text finds at most, because a page shows eight of them. */
const limit = 60

/** Adds popular books that match a part of the query. */
export async function addNear({ db, meanings, filter: { tags, free }, ranking }: BookSearch) {
  const options = { filter: filterQuery(tags, free), stage: 'near', limit } as const
  for (const meaning of meanings) {
    const terms = meaning.terms.filter(isTelling).flatMap(partsOf).slice(0, maxParts)
    const tokens = terms.flatMap((term) => nameTerm(term) ?? [])
    if (tokens.length > 0)
      ranking.add({ ...meaning, terms }, await findBooksByTokens(db, [{ tier: 0, tokens }], options))
  }
}

/** The number of parts of a query by which similar books are looked for. */
const maxParts = 16

/** Returns false for single characters, articles and short numbers, which are in too many names. */
const isTelling = ({ text }: Term) => !/^(?:the|and|of|an|.|\d{2})$/u.test(text)

/**
 * Splits a Chinese search term into groups of three neighbouring characters, because pairs match too many names. A term
 * of three characters is split into pairs.
 */
function partsOf(term: Term): Term[] {
  const characters = [...term.text]
  if (!term.isHan || characters.length < 3) return [term]
  const length = characters.length === 3 ? 2 : 3
  return neighbours(characters, length).map((text) => plainTerm(text, true))
}
