import type { Db } from '#server/db/schema.ts'
import { listMeanings } from '#server/search/index/alias-queries.ts'
import { numeralQuery, parseQuery, type SearchQuery } from '#server/search/text/search-query.ts'
import type { TypedQuery } from './book-search.ts'
import { listWordsLike } from './list-words-like.ts'

/**
 * Returns the possible meanings of a typed query: first the query itself, then one variant for each search alias in it,
 * with the alias replaced by the name it stands for, then the variants in which numbers are written in digits.
 */
export async function readMeanings(db: Db, typed: string): Promise<SearchQuery[]> {
  const named = await listMeanings(db, typed)
  const numbered = [typed, ...named].flatMap((text) => numeralQuery(text) ?? [])
  return [...[typed, ...named].map(parseQuery), ...numbered]
}

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
  return { typed, meanings: await readMeanings(db, typed), wordsLike }
}
