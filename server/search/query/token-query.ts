import { foldText, runsOf } from '#server/engines/text/fold-text.ts'
import { isSyllable } from '#server/engines/text/pinyin-syllables.ts'
import type { Tier } from './search-queries.ts'
import type { Term } from '#server/engines/text/search-query.ts'
import { isShortName, neighbours, textTokens } from '#server/engines/text/search-tokens.ts'

/**
 * Functions that write `tsquery` expressions over the tokens of search-tokens.ts, such as `'h红楼' & 'h楼梦'` or
 * `'phong-lou':*`.
 */
export const quoted = (token: string) => `'${token.replace(/['\\]/g, '$&$&')}'`
export const allOf = (parts: string[]) => (parts.length > 0 ? `(${parts.join(' & ')})` : undefined)
export const anyOf = (parts: (string | undefined)[]) => {
  const alternatives = [...new Set(parts.filter((part) => part !== undefined))]
  return alternatives.length > 0 ? `(${alternatives.join(' | ')})` : undefined
}

/**
 * Returns a `tsquery` for books or videos with every search term in one of their names (title, author, place and so
 * on); undefined if a term cannot be in any name.
 */
export function namesQuery(terms: Term[], tier: Tier = 0): string | undefined {
  return every(terms.map((term) => nameTerm(term, tier)))
}

/** Returns a `tsquery` for books or videos with every search term in the title. */
export function titleQuery(terms: Term[], tier: Tier = 0): string | undefined {
  return every(
    terms.map((term) =>
      term.isHan ? hanTerm(term.text, 't') : anyOf([latinTerm(term.text, 't'), soundTerm(term, tier)]),
    ),
  )
}

/** Returns a `tsquery` for books or videos with every search term in a name or in a description or recommendation. */
export function textQuery(terms: Term[], tier: Tier = 0): string | undefined {
  return every(terms.map((term) => anyOf([nameTerm(term, tier), textTerm(term)])))
}

export function filterQuery(tags: string[], isFree: boolean): string | undefined {
  return allOf([...tags.map((tag) => quoted(`#${tag}`)), ...(isFree ? [quoted('=free')] : [])])
}

export function every(parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : allOf(parts as string[])
}

/**
 * Combines the alternatives of each term. Returns `tsquery` expressions; each entry of the index that matches any one
 * of them matches an alternative of every term. A single term gives many short expressions, which the index finds in a
 * tenth of the time of one long expression.
 */
export function alternativesOf(terms: (string | undefined)[][]): string[] {
  const [only = [], ...others] = terms
  const tokens = others.length === 0 ? only : [every(terms.map(anyOf))]
  return [...new Set(tokens.filter((one) => one !== undefined))]
}

/**
 * Returns a `tsquery` for books whose title contains all pairs of neighbouring Chinese characters of a text, and for
 * each Latin word of the text a word that begins with it; undefined for a text without letters. A title that contains
 * the text always matches, unless the text begins within a Latin word.
 */
export function titlePieces(text: string): string | undefined {
  const runs = runsOf(foldText(text).text)
  return every(runs.map((run) => (run.isHan ? hanTerm(run.text, 't') : `${quoted(`t${run.text}`)}:*`)))
}

export function nameTerm(term: Term, tier: Tier = 0): string | undefined {
  const isWhole = wholeTerm(term)
  return term.isHan
    ? anyOf([hanTerm(term.text, 'h'), isWhole])
    : anyOf([latinTerm(term.text, 'h'), soundTerm(term, tier), isWhole])
}

/** The longest pinyin of two syllables, such as `zhuangshuang`. */
const maxWholeLength = 12

/**
 * Returns a `tsquery` for books or videos of which a short further name, such as the courtesy name 子美 of the author,
 * equals the search term, as written or in pinyin.
 */
function wholeTerm({ text, isHan }: Term): string | undefined {
  const isShort = isHan ? isShortName(text) : text.length <= maxWholeLength
  return isShort ? quoted(`x${text}`) : undefined
}

/**
 * Names are looked up by at most this number of pieces of a search term, from its beginning. The ranking compares the
 * whole term.
 */
const maxPieces = 16

export function hanTerm(text: string, family: 'h' | 't'): string | undefined {
  const characters = [...text].slice(0, maxPieces)
  const pieces = characters.length === 1 ? characters : neighbours(characters, 2)
  return allOf(pieces.map((piece) => quoted(family + piece)))
}

function latinTerm(word: string, family: 'h' | 't'): string {
  const isWhole = word.length === 1 || /^(?:\d{2}|[ivx]{2,3})$/.test(word)
  return quoted(family + word) + (isWhole ? '' : ':*')
}

export function textTerm({ text }: Term): string | undefined {
  return allOf(textTokens(text).slice(0, maxPieces).map(quoted))
}

/**
 * Returns a `tsquery` that reads a search term as pinyin, whose last syllable may be incomplete, or as initials of
 * pinyin syllables. Among unpopular books (tier 1 of the index) a complete last syllable must match exactly, because
 * too many syllables start with it.
 */
export function soundTerm(term: Term, tier: Tier = 0): string | undefined {
  const { letters, readings } = term
  if (letters === '') return undefined
  return anyOf([
    ...readings.map((reading) => spelledAs(reading, tier === 1 && isSyllable(reading.at(-1)) ? '' : ':*')),
    areInitials(term) ? initialsTerm(letters) : undefined,
  ])
}

function spelledAs(syllables: string[], ending: ':*' | ''): string | undefined {
  const [first = ''] = syllables
  // A single pinyin initial such as `h` or `sh` is not searched here, because it matches almost every name. Titles that
  // start with it are found by the pinyin of the title.
  if (syllables.length === 1) return /^.h?$/.test(first) ? undefined : quoted(`p${first}`) + ending
  const pairs = syllables.slice(1, maxPieces).map((syllable, at) => quoted(`p${syllables[at]}-${syllable}`))
  return `(${pairs.join(' & ')}${ending})`
}

/**
 * Returns true if the letters of a search term may be initials of pinyin syllables. No syllable starts with i, u or v,
 * and more than four letters that can be read as complete pinyin syllables are not treated as initials.
 */
function areInitials({ letters, readings }: Term): boolean {
  if (/[iuv]/.test(letters)) return false
  const isRead = readings.some((reading) => (letters.length > 8 ? reading.length > 2 : reading.every(isSyllable)))
  return letters.length <= 4 || !isRead
}

function initialsTerm(text: string): string | undefined {
  const letters = [...text]
  if (letters.length === 1) return quoted(`i^${text}`)
  return allOf(neighbours(letters.slice(0, maxPieces), Math.min(3, letters.length)).map((three) => quoted(`i${three}`)))
}
