import { foldText } from '#server/search/text/fold-text.ts'

/** A listed word with its pattern: a word of Latin letters matches only as a whole word, any other word matches anywhere. */
interface ListedWord {
  word: string
  pattern: RegExp
}

/** The most recent word list with its compiled patterns, cached because most calls check a text against the same list. */
let lastCompiled: { source: string; words: ListedWord[] } = { source: '', words: [] }

/**
 * Returns the words of a list, one per line, that occur in a text. Simplified and traditional characters, full and half width,
 * and upper and lower case are equal; punctuation and spaces between the characters of a word are ignored.
 */
export function findListedWords(source: string, text: string): string[] {
  if (lastCompiled.source !== source) lastCompiled = { source, words: compile(source) }
  const folded = foldText(text).text
  return lastCompiled.words.filter(({ pattern }) => pattern.test(folded)).map(({ word }) => word)
}

function compile(source: string): ListedWord[] {
  const lines = source.split('\n').map((line) => line.trim())
  return [...new Set(lines)].flatMap((word) => {
    const characters = [...foldText(word).text.replaceAll(' ', '')]
    if (characters.length === 0) return []
    // Folded text contains letters, digits and single spaces only, so the pattern needs no escaping.
    const spaced = characters.join(' ?')
    // A whole-word match keeps the listed word `av` from matching in `have`.
    const isLatin = characters.every((one) => /[a-z\d]/.test(one))
    return { word, pattern: new RegExp(isLatin ? `(?<![a-z])${spaced}(?![a-z])` : spaced) }
  })
}
