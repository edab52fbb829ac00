import { splitAbbreviated } from '#server/engines/text/abbreviated-pinyin.ts'
import { isSyllable } from '#server/engines/text/pinyin-syllables.ts'
import { type PinyinPiece, southernSyllables, splitLetters } from '#server/engines/text/southern-pinyin.ts'
import type { Term } from '#server/engines/text/search-query.ts'
import { neighbours } from '#server/engines/text/search-tokens.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import type { Tier } from './search-queries.ts'
import { allOf, anyOf, every, quoted } from './token-query.ts'

/**
 * Names that resemble a term are looked up by at most this number of its syllables, from the beginning. If one of them
 * has a typo, the others still tell the name, and the number of expressions grows with the square of the syllables. The
 * ranking compares the whole term.
 */
const maxPieces = 8

/**
 * Returns a `tsquery` on the search index for names that sound like a search term, if southern spellings and sounds are
 * not told apart: 双城记 is found by `suancenji` and 洛阳 by 诺羊. Undefined for a term that is not Chinese or pinyin.
 */
export function soundsLikeQuery({ letters, isHan, readings }: Term): string | undefined {
  if (isHan) return anyOf(readings.map(soundsLike))
  if (letters.length < 4) return undefined
  const pieces = splitLetters(letters)
  return pieces.every(({ isSyllable }) => isSyllable) ? soundsLike(pieces.map(({ text }) => text)) : undefined
}

function soundsLike(syllables: string[]): string | undefined {
  if (syllables.length < 2) return undefined
  return every(syllables.slice(1, maxPieces).map((syllable, at) => pairLike(syllables[at] ?? '', syllable)))
}

/** Returns a `tsquery` for two neighbouring syllables in every spelling of both. */
function pairLike(first: string, second: string): string | undefined {
  return anyOf(
    southernSyllables(first).flatMap((one) => southernSyllables(second).map((other) => quoted(`p${one}-${other}`))),
  )
}

const minAbbreviated = 3
/** The greatest number of letters that are read as an abbreviated name. */
const maxAbbreviated = 24

/**
 * Returns `tsquery` expressions for names of which some syllables are typed whole and the others as initials: 红楼梦 is
 * found by `honglm`. The last letter of a syllable may be an initial as well: `bainiangd` is 百年孤独. Returns none for any
 * other term.
 */
export function abbreviatedQueries({ letters }: Term): (string | undefined)[] {
  if (letters.length < 4 || letters.length > maxAbbreviated) return []
  const pieces = splitAbbreviated(letters) ?? []
  const others = pieces.flatMap((piece, at) => {
    const [start, end] = [piece.slice(0, -1), piece.slice(-1)]
    return isSyllable(start) && /[gnr]/.test(end) ? [pieces.toSpliced(at, 1, start, end)] : []
  })
  return [pieces, ...others].filter(({ length }) => length >= minAbbreviated).map(abbreviatedQuery)
}

function abbreviatedQuery(pieces: string[]): string | undefined {
  const initials = pieces.map((piece) => piece.slice(0, 1))
  return every([
    ...pieces.slice(1).map((piece, at) => {
      const before = pieces[at] ?? ''
      const isWhole = isSyllable(before) && isSyllable(piece)
      return quoted(isWhole ? `p${before}-${piece}` : `i${initials[at]}${initials[at + 1]}`)
    }),
    ...pieces.filter((piece) => piece.length > 1 && isSyllable(piece)).map((piece) => quoted(`p${piece}`)),
  ])
}

/**
 * From this number of pairs of neighbouring syllables on, a name must share two pairs with the search term. In a
 * shorter term, a typo may leave only one pair intact.
 */
const minForPairs = 4
const minLetters = 5

/**
 * Returns `tsquery` expressions for names that share all syllables of a pinyin search term except those around one
 * typo; none if the term is not pinyin. Only syllables are compared here; the ranking compares the letters later.
 */
export function despiteOneTypoQueries(term: Term): string[] {
  const pieces = splitTyped(term)
  const few = despiteOneTypo(pieces)
  return few.length > 0 ? few : sharedInitials(pieces)
}

/**
 * Like `despiteOneTypoQueries`, for names that share some pairs of neighbouring syllables. Many names do, so this is
 * for popular books only.
 */
export function sharedPairsQueries(term: Term, tier: Tier): string[] {
  const pieces = splitTyped(term)
  const pairs = tier === 1 ? [] : pieces.slice(1).flatMap((piece, at) => pairOf(pieces[at], piece))
  return pairs.length < minForPairs ? pairs : eachTwo(pairs)
}

/** Returns the token of two neighbouring syllables, or nothing if the letters of one of them are no syllable. */
function pairOf(before: PinyinPiece | undefined, piece: PinyinPiece): string[] {
  return before?.isSyllable && piece.isSyllable ? [quoted(`p${before.text}-${piece.text}`)] : []
}

/**
 * The smallest number of unchanged syllables with which names are searched, because too many names share only two
 * syllables with the search term.
 */
const minShared = 3

/**
 * Returns `tsquery` expressions for names with all syllables of a search term except one or two neighbouring ones,
 * which a typo has changed. Letters that belong to no syllable are among those that the typo changed.
 */
function despiteOneTypo(pieces: PinyinPiece[]): string[] {
  const isDamaged = ({ isSyllable }: PinyinPiece) => !isSyllable
  const [first, last] = [pieces.findIndex(isDamaged), pieces.findLastIndex(isDamaged)]
  const damages =
    first === -1
      ? pieces.flatMap((_, at) => [
          [at, at],
          [at, at + 1],
        ])
      : [
          [first - 1, last],
          [first, last + 1],
        ]
  return damages.flatMap(([from = 0, to = 0]) => {
    const sides = [pieces.slice(0, Math.max(0, from)), pieces.slice(to + 1)]
    if (sides.flat().length < minShared) return []
    return allOf(sides.flatMap(syllablesInOrder)) ?? []
  })
}

/** Returns the tokens of all neighbouring syllables, or the one of a single syllable. */
function syllablesInOrder(pieces: PinyinPiece[]): string[] {
  return pieces.length === 1 ? tokensOf(pieces) : pieces.slice(1).flatMap((piece, at) => pairOf(pieces[at], piece))
}

/**
 * Returns `tsquery` expressions for names with the initials of all typed syllables and all but one of the syllables,
 * for search terms of few syllables. Letters that belong to no syllable may be a part of the one before them
 * (`xiaowannzi`) or a syllable of their own (`langtutng`).
 */
function sharedInitials(pieces: PinyinPiece[]): string[] {
  const syllables = tokensOf(pieces)
  const allButOne = syllables.map((_, at) => syllables.toSpliced(at, 1))
  return [true, false].flatMap((isPart) => {
    const initials = pieces.flatMap(({ text, isSyllable }, at) => {
      const isFurther = isPart || pieces[at - 1]?.isSyllable === false
      return at > 0 && !isSyllable && isFurther ? [] : [text.charAt(0)]
    })
    if (initials.length < minAbbreviated) return []
    const all = neighbours(initials, 3).map((three) => quoted(`i${three}`))
    return allButOne.map((some) => [...some, ...all].join(' & '))
  })
}

/** In a term of more syllables, two typos leave a pair of neighbouring syllables intact. */
const maxSyllables = 6

/**
 * Like `despiteOneTypoQueries`, for names that share any two syllables. Many names do, so this is for popular books
 * only.
 */
export function sharedSyllablesQueries(term: Term): string[] {
  const pieces = splitTyped(term)
  return pieces.length > maxSyllables ? [] : eachTwo(tokensOf(pieces))
}

const tokensOf = (pieces: PinyinPiece[]) =>
  pieces.flatMap(({ text, isSyllable }) => (isSyllable ? [quoted(`p${text}`)] : []))

/** Returns a `tsquery` for each pair of the given expressions; a name must match both of them. */
function eachTwo(parts: string[]): string[] {
  return parts.flatMap((part, at) => parts.slice(at + 1).map((other) => `(${part} & ${other})`))
}

/**
 * Splits a pinyin search term. A single letter does not count as a syllable, because it is more likely the rest of a
 * mistyped syllable.
 */
function splitTyped({ letters }: Term): PinyinPiece[] {
  const pieces = letters.length >= minLetters ? splitLetters(letters) : []
  return pieces
    .slice(0, maxPieces)
    .map((piece) => ({ ...piece, isSyllable: piece.isSyllable && piece.text.length > 1 }))
}

/** Returns search terms with the pinyin of the Chinese ones. */
export async function addPinyin(terms: Term[]): Promise<Term[]> {
  return Promise.all(
    terms.map(async (term) => (term.isHan ? { ...term, readings: [await spellPinyin(term.text)] } : term)),
  )
}
