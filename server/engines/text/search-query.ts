import { parseIsbn } from '#shared/isbn.ts'
import { foldNumerals } from './fold-numerals.ts'
import { foldText, runsOf } from './fold-text.ts'
import { dropTones, plainPinyin, readSyllables } from './pinyin-syllables.ts'

/**
 * A term of a search query: a run of Chinese characters, or a run of letters, which may be a word, pinyin or initials
 * of pinyin syllables.
 */
export interface Term {
  text: string
  isHan: boolean
  /**
   * The letters of a term that may be pinyin, with u for ü; empty for Chinese characters, and for words that are
   * certainly not pinyin.
   */
  letters: string
  /**
   * The possible readings of a search term as pinyin. For a Chinese term the list is filled in only when the search
   * looks for typos.
   */
  readings: string[][]
}

export interface SearchQuery {
  /** The search query, normalized and without spaces, for comparison with titles. */
  compact: string
  terms: Term[]
  isbn13: string | null
}

const maxTerms = 6
const maxLength = 60

export function parseQuery(typed: string): SearchQuery {
  const words = foldText(typed).text.split(' ').map(dropTones).join(' ')
  return {
    ...queryOf([...words].slice(0, maxLength).join('').trim()),
    isbn13: parseIsbn(typed),
  }
}

/** Returns the query with its numbers in digits, such as 三体 2 for 三体第二部; undefined for a text without such numbers. */
export function numeralQuery(typed: string): SearchQuery | undefined {
  const numbered = foldNumerals(foldText(typed))
  return numbered && queryOf(numbered.text.trim())
}

/** Returns the search query of an already normalized text: each Chinese run and each Latin word is a term. */
export function queryOf(folded: string): SearchQuery {
  const terms = withoutArticle(runsOf(folded).slice(0, maxTerms).map(toTerm))
  return { compact: folded.replaceAll(' ', ''), terms, isbn13: null }
}

/**
 * Drops an English article at the beginning, because titles are typed with and without it. The words after it are not
 * pinyin.
 */
function withoutArticle(terms: Term[]): Term[] {
  const [first, ...rest] = terms
  const isArticle = first !== undefined && /^(?:the|an?)$/.test(first.text) && rest.length > 0
  const isPinyin = first?.text !== 'the' && rest.every(({ readings }) => readings.length > 0)
  return isArticle && !isPinyin ? rest.map(({ text, isHan }) => plainTerm(text, isHan)) : terms
}

function toTerm({ text, isHan }: { text: string; isHan: boolean }): Term {
  if (isHan || !/^[a-z]+$/.test(text)) return plainTerm(text, isHan)
  const letters = plainPinyin(text)
  return { text, isHan, letters, readings: readSyllables(letters) }
}

/** Returns the terms of a query with a space between them. */
export const wordsOf = ({ terms }: SearchQuery) => terms.map(({ text }) => text).join(' ')

/** Returns a term that is not read as pinyin. */
export function plainTerm(text: string, isHan: boolean): Term {
  return { text, isHan, letters: '', readings: [] }
}

/**
 * Joins the Latin words of a query to one search term, because users may type a space after each syllable of pinyin.
 * Returns undefined for a single word, and if a word cannot be pinyin.
 */
export function joinedTerm({ terms, compact }: SearchQuery): Term | undefined {
  if (terms.length < 2 || terms.some(({ letters }) => letters === '')) return undefined
  return toTerm({ text: compact, isHan: false })
}

/** Returns the columns that a text takes: two for a Chinese character, otherwise one. */
export const columnsOfText = (text: string) =>
  [...text].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 2 : 1), 0)

/** The greatest number of columns of a name, also if it is typed in letters. */
const longestName = 48

/** Returns false for a text that is too long for a name, even one with typos. */
export const mayBeName = (query: SearchQuery | undefined) => columnsOfText(query?.compact ?? '') <= longestName
