import type { Db } from '#server/db/schema.ts'
import { listMeanings } from '#server/search/index/alias-queries.ts'
import { numeralQuery, parseQuery, type SearchQuery, wordsOf } from '#server/search/text/search-query.ts'
import type { TypedQuery } from './book-search.ts'
import { listWordsLike } from './list-words-like.ts'
import { hasSecondTier } from './search-queries.ts'

const maxMeanings = 4

/**
 * Returns the possible meanings of a typed query, at most four: first the query itself, then one variant for each
 * search alias in it, with the alias replaced by the name it stands for, then the variants in which numbers are written
 * in digits.
 */
export async function readMeanings(db: Db, typed: string): Promise<SearchQuery[]> {
  const named = await listMeanings(db, typed)
  const numbered = [typed, ...named].flatMap((text) => numeralQuery(text) ?? [])
  const meanings = [...[typed, ...named].map(parseQuery), ...numbered]
  return [...new Map(meanings.toReversed().map((query) => [wordsOf(query), query])).values()]
    .toReversed()
    .slice(0, maxMeanings)
}

/** The greatest number of characters of a name, also if it is typed in letters. */
const longestName = 48

/** Returns false for a text that is too long for a name, even one with typos. */
export const mayBeName = (query: SearchQuery | undefined) => (query?.compact.length ?? 0) <= longestName

/**
 * Reads a typed text into the form that the searches for books and for names need. Both searches can share the result,
 * so that the similar words of a typed word are looked up only once.
 */
export async function readQuery(db: Db, typed: string): Promise<TypedQuery> {
  const similar = new Map<string, Promise<string[]>>()
  const wordsLike = (word: string) => {
    const words = similar.get(word) ?? listWordsLike(db, word)
    similar.set(word, words)
    return words
  }
  const [meanings, hasUnpopular] = await Promise.all([readMeanings(db, typed), hasSecondTier(db)])
  return { typed, meanings, wordsLike, hasUnpopular }
}
