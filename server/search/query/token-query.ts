import { isSyllable } from '#server/search/text/pinyin-syllables.ts'
import type { Tier } from './search-queries.ts'
import type { Term } from '#server/search/text/search-query.ts'
import { neighbours, textTokens } from '#server/search/text/search-tokens.ts'

/** What PostgreSQL is asked for, in its own language of tokens: `'h红楼' & 'h楼梦'`, `'phong-lou':*`. */
const quoted = (token: string) => `'${token.replace(/['\\]/g, '$&$&')}'`
const allOf = (parts: string[]) => (parts.length > 0 ? `(${parts.join(' & ')})` : undefined)
export const anyOf = (parts: (string | undefined)[]) => {
  const some = [...new Set(parts.filter((part) => part !== undefined))]
  return some.length > 0 ? `(${some.join(' | ')})` : undefined
}

/** All terms, each in anything a book is called by; undefined where a term can be in nothing. */
export function namesQuery(terms: Term[], tier: Tier = 0): string | undefined {
  return every(terms.map((term) => nameTerm(term, tier)))
}

/** All terms in the title itself. */
export function titleQuery(terms: Term[], tier: Tier = 0): string | undefined {
  return every(
    terms.map((term) =>
      term.isHan ? hanTerm(term.text, 't') : anyOf([latinTerm(term.text, 't'), soundTerm(term, tier)]),
    ),
  )
}

/** Each term in a name or in the text about the book. */
export function textQuery(terms: Term[], tier: Tier = 0): string | undefined {
  return every(terms.map((term) => anyOf([nameTerm(term, tier), textTerm(term)])))
}

export function filterQuery(tags: string[], isFree: boolean): string | undefined {
  return allOf([...tags.map((tag) => quoted(`#${tag}`)), ...(isFree ? [quoted('=free')] : [])])
}

export function every(parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : allOf(parts as string[])
}

export function nameTerm(term: Term, tier: Tier = 0): string | undefined {
  return term.isHan ? hanTerm(term.text, 'h') : anyOf([latinTerm(term.text, 'h'), soundTerm(term, tier)])
}

function hanTerm(text: string, family: 'h' | 't'): string | undefined {
  const characters = [...text]
  const pieces = characters.length === 1 ? characters : neighbours(characters, 2)
  return allOf(pieces.map((piece) => quoted(family + piece)))
}

function latinTerm(word: string, family: 'h' | 't'): string {
  return quoted(family + word) + (word.length > 1 ? ':*' : '')
}

export function textTerm({ text }: Term): string | undefined {
  return allOf(textTokens(text).map(quoted))
}

/**
 * As whole pinyin, of which the last syllable may be only begun, or as initials. Among the little read a syllable that is whole is
 * not taken for the beginning of another: those are too many.
 */
function soundTerm(term: Term, tier: Tier): string | undefined {
  const { text, readings } = term
  if (!/^[a-z]+$/.test(text)) return undefined
  return anyOf([
    ...readings.map((reading) => spelledAs(reading, tier === 1 && isSyllable(reading.at(-1)) ? '' : ':*')),
    areInitials(term) ? initialsTerm(text) : undefined,
  ])
}

export function spelledAs(syllables: string[], ending: ':*' | ''): string | undefined {
  const [first = ''] = syllables
  // With no more than its initial a syllable is in everything; titles that begin so are found by their spelling.
  if (syllables.length === 1) return /^.h?$/.test(first) ? undefined : quoted(`p${first}`) + ending
  const pairs = syllables.slice(1).map((syllable, at) => quoted(`p${syllables[at]}-${syllable}`))
  return `(${pairs.join(' & ')}${ending})`
}

/** No syllable begins with i, u or v; and nobody types so many initials that they read as syllables, or as a sentence. */
function areInitials({ text, readings }: Term): boolean {
  if (/[iuv]/.test(text)) return false
  const isRead = readings.some((reading) => (text.length > 8 ? reading.length > 2 : reading.every(isSyllable)))
  return text.length <= 4 || !isRead
}

function initialsTerm(text: string): string | undefined {
  const letters = [...text]
  if (letters.length === 1) return quoted(`i^${text}`)
  return allOf(neighbours(letters, Math.min(3, letters.length)).map((three) => quoted(`i${three}`)))
}

/** With one character wrong, missing or too many, or as two names written together (鲁迅呐喊). */
export function typoQuery(term: Term): string | undefined {
  const characters = [...term.text]
  if (characters.length === 2)
    return anyOf([quoted(`w${characters[0]}_`), quoted(`w_${characters[1]}`), skip(characters[0], characters[1])])
  if (characters.length < 3 || characters.length > 12) return undefined
  return anyOf([...wrongCharacter(characters), ...wroteTogether(characters), leftOut(characters)])
}

const pair = (a = '', b = '') => quoted(`h${a}${b}`)
const skip = (a = '', b = '') => quoted(`s${a}${b}`)

/** For each place: the neighbours that do not touch it, and what stands on its two sides at one character's distance or none. */
function wrongCharacter(characters: string[]) {
  return characters.map((_, wrong) => {
    const untouched = characters
      .slice(1)
      .flatMap((character, at) => (at === wrong || at + 1 === wrong ? [] : [pair(characters[at], character)]))
    const [before, after] = [characters[wrong - 1], characters[wrong + 1]]
    if (before === undefined || after === undefined) return allOf(untouched)
    return allOf([...untouched, `(${pair(before, after)} | ${skip(before, after)})`])
  })
}

/** For each place to part it: the neighbours of the two parts. */
function wroteTogether(characters: string[]) {
  return characters.slice(1).map((_, at) => {
    const parts = [characters.slice(0, at + 1), characters.slice(at + 1)]
    return every(parts.map((part) => hanTerm(part.join(''), 'h')))
  })
}

/** One character left out somewhere, or several. */
function leftOut(characters: string[]) {
  return allOf(
    characters
      .slice(1)
      .map((character, at) => `(${pair(characters[at], character)} | ${skip(characters[at], character)})`),
  )
}
