import type { SearchStage } from '#shared/api/search/search.ts'
import type { Db } from '#server/db/schema.ts'
import { findWordsLike } from '#server/search/index/word-queries.ts'
import { bestWindow } from '#server/search/text/edit-distance.ts'
import { foldText } from '#server/search/text/fold-text.ts'
import type { SearchQuery, Term } from '#server/search/text/search-query.ts'
import { latinWords, neighbours } from '#server/search/text/search-tokens.ts'
import { spellPinyin } from '#server/search/text/spell-pinyin.ts'
import type { BookFilter, Effort } from './candidate-search.ts'
import { homophoneQuery, pinyinTypoQuery } from './pinyin-typo-query.ts'
import { findBooksByTokens, type Tier } from './search-queries.ts'
import { anyOf, every, filterQuery, nameTerm, typoQuery } from './token-query.ts'

/**
 * Returns the books that a query may mean despite a wrong character or letter, or despite two names written without a
 * space. The returned query also contains the pinyin of its Chinese terms, which the ranking needs.
 */
export async function findDespiteTypos(db: Db, query: SearchQuery, filter: BookFilter, { isThorough }: Effort) {
  const terms = await addPinyin(query.terms)
  const tokens = every(
    terms.map((term) =>
      anyOf([nameTerm(term), term.isHan ? typoQuery(term) : pinyinTypoQuery(term), homophoneQuery(term)]),
    ),
  )
  // Unpopular books are searched only for long Chinese terms, because a short term or pinyin resembles too many names.
  const isLong = terms.every(({ text, isHan }) => isHan && [...text].length > 3)
  const candidates =
    tokens === undefined ? [] : await findInTiers(db, tokens, filter, 'typos', isLong && isThorough ? [0, 1] : [0])
  return { query: { ...query, terms }, candidates }
}

/**
 * Returns the popular books that match a part of the search query, and a query whose terms are these parts, for the
 * ranking.
 */
export async function findNear(db: Db, query: SearchQuery, filter: BookFilter) {
  const terms = query.terms.flatMap(partsOf)
  const tokens = anyOf(terms.map((term) => nameTerm(term)))
  const candidates = tokens === undefined ? [] : await findInTiers(db, tokens, filter, 'near', [0])
  return { query: { ...query, terms }, candidates }
}

/**
 * Splits a Chinese search term into groups of three neighbouring characters, because pairs match too many names. A term
 * of three characters is split into pairs.
 */
function partsOf(term: Term): Term[] {
  const characters = [...term.text]
  if (!term.isHan || characters.length < 3) return [term]
  const length = characters.length === 3 ? 2 : 3
  return neighbours(characters, length).map((text) => ({ text, isHan: true, readings: [] }))
}

/**
 * Searches the tiers of the search index (popular and other books) in the given order. Returns the matching books of
 * the first tier that has any.
 */
async function findInTiers(db: Db, tokens: string, { tags, free }: BookFilter, stage: SearchStage, tiers: Tier[]) {
  const filter = filterQuery(tags, free)
  for (const tier of tiers) {
    const found = await findBooksByTokens(db, { tokens, filter, tier, stage, limit: 100 })
    if (found.length > 0) return found
  }
  return []
}

/**
 * Returns the normalized query text, in which each Latin word is replaced by the most similar word of the search index,
 * if there is one.
 */
export async function correctWords(db: Db, typed: string): Promise<string> {
  const corrections = await Promise.all(
    latinWords(typed).map(async (word) => [word, await findNearestWord(db, word)] as const),
  )
  return corrections.reduce(
    (text, [word, nearest]) => (nearest === undefined ? text : text.replace(word, nearest)),
    foldText(typed).text,
  )
}

/** Returns search terms with the pinyin of the Chinese ones. */
export async function addPinyin(terms: Term[]): Promise<Term[]> {
  return Promise.all(
    terms.map(async (term) => (term.isHan ? { ...term, readings: [await spellPinyin(term.text)] } : term)),
  )
}

async function findNearestWord(db: Db, typed: string): Promise<string | undefined> {
  const near = await listSimilarWords(db, typed)
  return near.reduce<SimilarWord | undefined>((a, b) => (a && a.distance <= b.distance ? a : b), undefined)?.word
}

/** Returns the words of the search index that differ from a typed Latin word by at most two letters. */
export async function findSimilarWords(db: Db, typed: string): Promise<string[]> {
  const [word] = latinWords(typed)
  return word === undefined ? [] : (await listSimilarWords(db, word)).map((similar) => similar.word)
}

interface SimilarWord {
  word: string
  distance: number
}

async function listSimilarWords(db: Db, typed: string): Promise<SimilarWord[]> {
  const words = await findWordsLike(db, typed)
  return words.flatMap((word) => {
    const lengthDifference = Math.abs(word.length - typed.length)
    const edits = lengthDifference > 2 ? undefined : bestWindow(word, typed, 2)?.edits
    return edits === undefined ? [] : [{ word, distance: edits + lengthDifference / 10 }]
  })
}
