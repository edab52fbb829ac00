import type { Db } from '#server/platform/db/schema.ts'
import { listMeanings } from '#server/search/index/search-aliases.ts'
import { listWordsLike } from '#server/search/index/search-words.ts'
import { foldText } from '#server/engines/text/fold-text.ts'
import {
  columnsOfText,
  joinedTerm,
  numeralQuery,
  parseQuery,
  type SearchQuery,
  wordsOf,
} from '#server/engines/text/search-query.ts'
import { latinWords } from '#server/engines/text/search-tokens.ts'
import type { TypedQuery } from './book-search.ts'
import { hasSecondTier } from './search-queries.ts'

const maxMeanings = 4
/** The greatest number of columns of all meanings of a text together. The first variant by an alias always counts. */
const maxColumnsOfMeanings = 64

/**
 * Returns the possible meanings of a typed query, at most four, of a longer text fewer, because each meaning is
 * searched: first the query itself, then one variant for each search alias in it, with the alias replaced by the name
 * it stands for, then the variants in which numbers are written in digits.
 */
export async function readMeanings(db: Db, typed: string): Promise<SearchQuery[]> {
  const named = await listMeanings(db, typed)
  const plain = [typed, ...named].map(parseQuery)
  // Among words of pinyin, xi is a syllable and not the number 11.
  const isPinyin = plain.some((query) => (joinedTerm(query)?.readings.length ?? 0) > 0)
  const numbered = isPinyin ? [] : [typed, ...named].flatMap((text) => numeralQuery(text) ?? [])
  const mostByLength = Math.floor(maxColumnsOfMeanings / Math.max(1, columnsOfText(plain[0]?.compact ?? '')))
  const most = Math.max(named.length > 0 ? 2 : 1, mostByLength)
  return [...new Map([...plain, ...numbered].toReversed().map((query) => [wordsOf(query), query])).values()]
    .toReversed()
    .slice(0, Math.min(maxMeanings, most))
}

/** The greatest number of words and of columns of a text that is searched. */
const [maxWords, maxColumns] = [20, 64]

/** Returns the beginning of a text that is longer than any title or request, because every word of it costs work. */
function beginningOf(text: string, maxColumns: number): string {
  const characters = [...text.split(/\s+/).slice(0, maxWords).join(' ')]
  let columns = 0
  const end = characters.findIndex((one) => (columns += columnsOfText(one)) > maxColumns)
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

/**
 * Returns the normalized query text, in which each Latin word is replaced by the most similar word of the search index,
 * if there is one.
 */
export async function correctWords({ typed, wordsLike }: Pick<TypedQuery, 'typed' | 'wordsLike'>): Promise<string> {
  const corrections = await Promise.all(
    latinWords(typed).map(async (word) => [word, (await wordsLike(word))[0]] as const),
  )
  return corrections.reduce(
    (text, [word, nearest]) => (nearest === undefined ? text : text.replace(word, nearest)),
    foldText(typed).text,
  )
}
