import type { Term } from '#server/search/text/search-query.ts'
import { allOf, anyOf, atLeastTwo, every, hanTerm, quoted } from './token-query.ts'

const minLength = 3
/** Up to this length, every place of a wrong character has a pattern. */
const maxForPatterns = 8
const maxLength = 30
/** From this length on, two wrong characters are accepted. */
const minForTwoWrong = 6

/**
 * Returns a `tsquery` for names that differ from a Chinese search term by one wrong, missing or extra character or by
 * two swapped neighbours, from six characters on by two wrong characters, or for two names that the term joins without a
 * space (鲁迅呐喊). Undefined for Latin terms, and for terms of fewer than three characters, because too many names resemble
 * them.
 */
export function typoQuery(term: Term): string | undefined {
  const characters = [...term.text].slice(0, maxLength)
  if (!term.isHan || characters.length < minLength) return undefined
  if (characters.length > maxForPatterns) return anyOf(thirdsOf(characters))
  const isLong = characters.length >= minForTwoWrong
  return anyOf([...patternsOf(characters), isLong ? atLeastTwo(neighboursOf(characters)) : undefined])
}

/**
 * Returns one `tsquery` for each third of a long term: two wrong characters, or the joint of two names, leave at least one
 * third as it is. The index finds a whole third much faster than any two pairs of characters.
 */
function thirdsOf(characters: string[]) {
  const length = Math.ceil(characters.length / 3)
  return [0, length, characters.length - length].map((start) =>
    hanTerm(characters.slice(start, start + length).join(''), 'h'),
  )
}

function patternsOf(characters: string[]) {
  return [
    ...wrongCharacter(characters),
    ...swappedCharacters(characters),
    ...joinedNames(characters),
    missingCharacters(characters),
  ]
}

const pair = (a = '', b = '') => quoted(`h${a}${b}`)
const skip = (a = '', b = '') => quoted(`s${a}${b}`)

/** Returns the pairs of neighbouring characters, and the pairs of characters with one between them. */
function neighboursOf(characters: string[]): string[] {
  return [
    ...characters.slice(1).map((character, at) => pair(characters[at], character)),
    ...characters.slice(2).map((character, at) => skip(characters[at], character)),
  ]
}

/**
 * Returns one `tsquery` for each position at which the search term may have a wrong character. All pairs of
 * neighbouring characters without the wrong one must match, and the characters on both sides of it must be adjacent or
 * one character apart.
 */
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
