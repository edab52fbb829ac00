import type { Term } from '#server/engines/text/search-query.ts'
import { allOf, every, hanTerm, quoted } from './token-query.ts'

const minLength = 3
/**
 * For terms of at most this number of characters, there is one `tsquery` for each possible position of a wrong
 * character; longer terms are searched by their thirds.
 */
const maxForPatterns = 8
const maxLength = 30
/** In terms of at least this number of characters, two wrong characters are accepted. */
const minForTwoWrong = 6

/**
 * Returns a `tsquery` for each way in which a name may differ from a Chinese search term: by one wrong, missing or
 * extra character or by two swapped neighbours, from six characters on by two wrong characters, or as two names that
 * the term joins without a space (鲁迅呐喊). Returns none for Latin terms, and for terms of fewer than three characters,
 * because too many names resemble them.
 */
export function typoQueries(term: Term): string[] {
  const characters = [...term.text].slice(0, maxLength)
  if (!term.isHan || characters.length < minLength) return []
  const queries = characters.length > maxForPatterns ? thirdsOf(characters) : patternsOf(characters)
  return [...new Set(queries.filter((query) => query !== undefined))]
}

/**
 * Returns one `tsquery` for each third of a long term: two wrong characters, or the joint of two names, leave at least
 * one third as it is. The index finds a whole third much faster than any two pairs of characters.
 */
function thirdsOf(characters: string[]) {
  const length = Math.ceil(characters.length / 3)
  return [0, length, characters.length - length].map((start) =>
    hanTerm(characters.slice(start, start + length).join(''), 'h'),
  )
}

function patternsOf(characters: string[]) {
  return [
    ...wrongCharacters(characters),
    ...swappedCharacters(characters),
    ...joinedNames(characters),
    missingCharacters(characters),
  ]
}

const pair = (a = '', b = '') => quoted(`h${a}${b}`)
const skip = (a = '', b = '') => quoted(`s${a}${b}`)

/**
 * Returns one `tsquery` for each position, and from six characters on for each two positions, at which the search term
 * may have a wrong character.
 */
function wrongCharacters(characters: string[]) {
  const positions = characters.map((_, wrong) => [wrong])
  const isLong = characters.length >= minForTwoWrong
  const pairs = positions.flatMap(([first = 0]) => characters.slice(first + 1).map((_, at) => [first, first + 1 + at]))
  return [...positions, ...(isLong ? pairs : [])].map((wrong) => despiteWrong(characters, wrong))
}

/**
 * Returns a `tsquery` for names in which the characters at some positions are wrong: all pairs of neighbouring
 * characters without a wrong one must match, the characters on both sides of a wrong one must be adjacent or one
 * character apart, and a character between two wrong ones must occur.
 */
function despiteWrong(characters: string[], wrong: number[]) {
  const right = (at: number) => (wrong.includes(at) ? undefined : characters[at])
  return allOf(
    characters.flatMap((_, at) => {
      const [character, next, afterNext] = [right(at), right(at + 1), right(at + 2)]
      if (character === undefined) return []
      if (next !== undefined) return [pair(character, next)]
      if (afterNext !== undefined) return [`(${pair(character, afterNext)} | ${skip(character, afterNext)})`]
      return right(at - 1) === undefined && right(at - 2) === undefined ? [quoted(`h${character}`)] : []
    }),
  )
}

/** Returns one `tsquery` for each two neighbouring characters that may have been swapped. */
function swappedCharacters(characters: string[]) {
  return characters.slice(1).map((character, at) =>
    hanTerm(
      characters
        .with(at, character)
        .with(at + 1, characters[at] ?? '')
        .join(''),
      'h',
    ),
  )
}

/** Returns one `tsquery` for each position at which the characters of a search term can be split into two names. */
function joinedNames(characters: string[]) {
  return characters.slice(1).map((_, at) => {
    const parts = [characters.slice(0, at + 1), characters.slice(at + 1)]
    return every(parts.map((part) => hanTerm(part.join(''), 'h')))
  })
}

/** Returns a `tsquery` for names that have additional characters between those of the search term. */
function missingCharacters(characters: string[]) {
  return allOf(
    characters
      .slice(1)
      .map((character, at) => `(${pair(characters[at], character)} | ${skip(characters[at], character)})`),
  )
}
