import { splitAbbreviated } from '#server/search/text/abbreviated-pinyin.ts'
import { isSyllable, plainPinyin } from '#server/search/text/pinyin-syllables.ts'
import { type PinyinPiece, southernSyllables, splitLetters } from '#server/search/text/southern-pinyin.ts'
import type { Term } from '#server/search/text/search-query.ts'
import { neighbours } from '#server/search/text/search-tokens.ts'
import type { Tier } from './search-queries.ts'
import { anyOf, every, quoted } from './token-query.ts'

/**
 * Returns a `tsquery` on the search index for names that sound like a search term, if southern spellings and sounds are
 * not told apart: 双城记 is found by `suancenji` and 洛阳 by 诺羊. Undefined for a term that is not Chinese or pinyin.
 */
export function soundsLikeQuery({ text, isHan, readings }: Term): string | undefined {
  if (isHan) return anyOf(readings.map(soundsLike))
  if (!/^[a-z]{4,}$/.test(text)) return undefined
  const pieces = splitLetters(plainPinyin(text))
  return pieces.every(({ isSyllable }) => isSyllable) ? soundsLike(pieces.map(({ text }) => text)) : undefined
}

function soundsLike(syllables: string[]): string | undefined {
  if (syllables.length < 2) return undefined
  return every(syllables.slice(1).map((syllable, at) => pairLike(syllables[at] ?? '', syllable)))
}

/** Returns a `tsquery` for two neighbouring syllables in every spelling of both. */
function pairLike(first: string, second: string): string | undefined {
  return anyOf(
    southernSyllables(first).flatMap((one) => southernSyllables(second).map((other) => quoted(`p${one}-${other}`))),
  )
}

const minAbbreviated = 3

/**
 * Returns a `tsquery` on the search index for names of which some syllables are typed whole and the others as initials:
 * 红楼梦 is found by `honglm`. Undefined for a term that is not typed so.
 */
export function abbreviatedQuery({ text, isHan }: Term): string | undefined {
  if (isHan || !/^[a-z]{4,}$/.test(text)) return undefined
  const pieces = splitAbbreviated(plainPinyin(text))
  if (pieces === undefined || pieces.length < minAbbreviated) return undefined
  const initials = pieces.map((piece) => piece.slice(0, 1))
  return every([
    ...pieces.slice(1).map((piece, at) => {
      const before = pieces[at] ?? ''
      if (!isSyllable(before)) return quoted(`i${initials[at]}${initials[at + 1]}`)
      return quoted(`p${before}-${piece}`) + (isSyllable(piece) ? '' : ':*')
    }),
    ...pieces.filter((piece) => piece.length > 1 && isSyllable(piece)).map((piece) => quoted(`p${piece}`)),
  ])
}

/** With fewer pairs of syllables, a typo may leave only one of them intact. */
const minForPairs = 4
const minLetters = 5

/**
 * Returns `tsquery` expressions for names that share syllables with a pinyin search term in which some letters are wrong,
 * missing or too many; none if the term is not pinyin. The ranking compares the letters. A single pair of neighbouring
 * syllables is in too many names for unpopular books (tier 1 of the index).
 */
export function sharedPairsQueries(term: Term, tier: Tier): string[] {
  const pieces = splitTyped(term)
  const pairs = pieces.slice(1).flatMap((piece, at) => {
    const before = pieces[at]
    return before?.isSyllable && piece.isSyllable ? [{ at, token: quoted(`p${before.text}-${piece.text}`) }] : []
  })
  const tokens = pairs.map(({ token }) => token)
  if (pairs.length >= minForPairs) return eachTwo(tokens)
  if (tier === 0) return [...tokens, ...sharedInitials(pieces)]
  const further = pairs.flatMap(({ at, token }) =>
    tokensOf(pieces.toSpliced(at, 2)).map((syllable) => `(${token} & ${syllable})`),
  )
  return [...further, ...sharedInitials(pieces)]
}

/**
 * Returns `tsquery` expressions for names with the initials of all typed syllables and two of the syllables. Letters that
 * belong to no syllable may be a part of the one before them (`xiaowannzi`) or a syllable of their own (`langtutng`).
 */
function sharedInitials(pieces: PinyinPiece[]): string[] {
  const pairs = eachTwo(tokensOf(pieces))
  return [true, false].flatMap((isPart) => {
    const initials = pieces.flatMap(({ text, isSyllable }, at) => {
      const isFurther = isPart || pieces[at - 1]?.isSyllable === false
      return at > 0 && !isSyllable && isFurther ? [] : [text.charAt(0)]
    })
    if (initials.length < minAbbreviated) return []
    const all = neighbours(initials, 3).map((three) => quoted(`i${three}`))
    return pairs.map((pair) => [pair, ...all].join(' & '))
  })
}

/** Like `sharedPairsQueries`, for names that share any two syllables. Many names do, so this is for popular books only. */
export function sharedSyllablesQueries(term: Term): string[] {
  return eachTwo(tokensOf(splitTyped(term)))
}

const tokensOf = (pieces: PinyinPiece[]) =>
  pieces.flatMap(({ text, isSyllable }) => (isSyllable ? [quoted(`p${text}`)] : []))

/** Returns a `tsquery` for each two of the parts. */
function eachTwo(parts: string[]): string[] {
  return parts.flatMap((part, at) => parts.slice(at + 1).map((other) => `(${part} & ${other})`))
}

/** Splits a pinyin search term. A single letter does not count as a syllable, because it is rather a part of a damaged one. */
function splitTyped({ text, isHan }: Term): PinyinPiece[] {
  const isLetters = !isHan && text.length >= minLetters && /^[a-z]+$/.test(text)
  const pieces = isLetters ? splitLetters(plainPinyin(text)) : []
  return pieces.map((piece) => ({ ...piece, isSyllable: piece.isSyllable && piece.text.length > 1 }))
}
