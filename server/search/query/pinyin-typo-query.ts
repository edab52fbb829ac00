import { isSyllable, plainPinyin, readSyllables } from '#server/search/text/pinyin-syllables.ts'
import type { Term } from '#server/search/text/search-query.ts'
import { anyOf, every, spelledAs } from './token-query.ts'

/**
 * Returns a `tsquery` on the search index for names that sound like a Chinese search term; undefined if the term is not
 * Chinese.
 */
export function homophoneQuery({ isHan, readings }: Term): string | undefined {
  return isHan ? anyOf(readings.map((reading) => (reading.length > 1 ? spelledAs(reading, '') : undefined))) : undefined
}

/**
 * Returns a `tsquery` on the search index for names that match a pinyin search term in all syllables but one; undefined
 * if the term is not pinyin.
 */
export function pinyinTypoQuery({ text, isHan, readings }: Term): string | undefined {
  if (isHan || !/^[a-z]{5,}$/.test(text)) return undefined
  if (readings.length === 0) return anyOf(splitAtTypo(plainPinyin(text)).map(bothSidesQuery))
  return anyOf(
    readings.flatMap((syllables) =>
      syllables.map((_, wrong) => bothSidesQuery([syllables.slice(0, wrong), syllables.slice(wrong + 1)])),
    ),
  )
}

/**
 * Returns a `tsquery` on the search index for names that contain the syllables before a typo and the syllables after
 * it.
 */
function bothSidesQuery(sides: string[][]) {
  const longSides = sides.filter((side) => side.join('').length > 1)
  return longSides.length === 0 ? undefined : every(longSides.map((side) => spelledAs(side, '')))
}

/** A typo makes at most one syllable unreadable, and the longest syllable has six letters. */
const maxTypoLength = 6

/**
 * Splits a typed word that contains a typo and therefore cannot be read as pinyin. For every position at which the
 * number of unreadable letters is the smallest, returns the syllables before and after these letters.
 */
function splitAtTypo(text: string): string[][][] {
  for (let length = 1; length <= maxTypoLength; length += 1) {
    const splits: string[][][] = []
    for (let at = 0; at + length <= text.length; at += 1) {
      const before = readWholeSyllables(text.slice(0, at))
      const after = before && readWholeSyllables(text.slice(at + length))
      if (before && after && before.length + after.length > 0) splits.push([before, after])
    }
    if (splits.length > 0) return splits
  }
  return []
}

/** Returns the most likely reading of letters as complete pinyin syllables; undefined if there is none. */
function readWholeSyllables(text: string): string[] | undefined {
  return text === '' ? [] : readSyllables(text).find((syllables) => syllables.every(isSyllable))
}
