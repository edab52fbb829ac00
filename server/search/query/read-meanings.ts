import type { Db } from '#server/platform/db/schema.ts'
import { listMeanings } from '#server/search/index/alias-queries.ts'
import { numeralQuery, parseQuery, type SearchQuery, wordsOf } from '#server/engines/text/search-query.ts'
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

/** The greatest number of columns of a name, also if it is typed in letters; a Chinese character takes two columns. */
const longestName = 48

const columnsOf = (character: string) => (/\p{Script=Han}/u.test(character) ? 2 : 1)

/** Returns false for a text that is too long for a name, even one with typos. */
export const mayBeName = (query: SearchQuery | undefined) =>
  [...(query?.compact ?? '')].reduce((sum, one) => sum + columnsOf(one), 0) <= longestName

/** The greatest number of words and of columns of a text that is searched. */
const [maxWords, maxColumns] = [20, 64]

/** Returns the beginning of a text that is longer than any title or request, because every word of it costs work. */
function beginningOf(text: string, maxColumns: number): string {
  const characters = [...text.split(/\s+/).slice(0, maxWords).join(' ')]
  let columns = 0
  const end = characters.findIndex((one) => (columns += columnsOf(one)) > maxColumns)
  return (end < 0 ? characters : characters.slice(0, end)).join('')
}

/**
 * Reads a typed text into the form that the searches for books and for names need. Both searches can share the result,
 * so that the similar words of a typed word are looked up only once. Of a text longer than `columns`, only the
 * beginning is read.
 */
export async function readQuery(db: Db, text: string, columns = maxColumns): Promise<TypedQuery> {
  const typed = beginningOf(text, columns)
  const similar = new Map<string, Promise<string[]>>()
  const wordsLike = (word: string) => {
    const words = similar.get(word) ?? listWordsLike(db, word)
    similar.set(word, words)
    return words
  }
  const [meanings, hasUnpopular] = await Promise.all([readMeanings(db, typed), hasSecondTier(db)])
  return { typed, meanings, wordsLike, hasUnpopular }
}
