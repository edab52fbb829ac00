import { splitAbbreviated } from '#server/search/text/abbreviated-pinyin.ts'
import { isSyllable, plainPinyin } from '#server/search/text/pinyin-syllables.ts'
import { southernSyllables, splitSyllables } from '#server/search/text/southern-pinyin.ts'
import type { Term } from '#server/search/text/search-query.ts'
import { anyOf, atLeastTwo, every, quoted } from './token-query.ts'

/**
 * Returns a `tsquery` on the search index for names that sound like a search term, if southern spellings and sounds are
 * not told apart: 双城记 is found by `suancenji` and 洛阳 by 诺羊. Undefined for a term that is not Chinese or pinyin.
 */
export function soundsLikeQuery({ text, isHan, readings }: Term): string | undefined {
  if (isHan) return anyOf(readings.map(soundsLike))
  if (!/^[a-z]{4,}$/.test(text)) return undefined
  const [run, ...others] = splitSyllables(plainPinyin(text))
  return run === undefined || others.length > 0 ? undefined : soundsLike(run)
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
 * Returns a `tsquery` on the search index for names that share neighbouring syllables with a pinyin search term in which
 * some letters are wrong, missing or too many; undefined if the term is not pinyin. The ranking compares the letters.
 */
export function sharedPairsQuery(term: Term): string | undefined {
  const pairs = splitTyped(term).flatMap((run) => run.slice(1).map((syllable, at) => quoted(`p${run[at]}-${syllable}`)))
  return pairs.length < minForPairs ? anyOf(pairs) : atLeastTwo(pairs)
}

/** Like `sharedPairsQuery`, for names that share any two syllables. Many names do, so this is for popular books only. */
export function sharedSyllablesQuery(term: Term): string | undefined {
  return atLeastTwo(
    splitTyped(term)
      .flat()
      .filter((syllable) => syllable.length > 1)
      .map((syllable) => quoted(`p${syllable}`)),
  )
}

function splitTyped({ text, isHan }: Term): string[][] {
  const isLetters = !isHan && text.length >= minLetters && /^[a-z]+$/.test(text)
  return isLetters ? splitSyllables(plainPinyin(text)) : []
}
