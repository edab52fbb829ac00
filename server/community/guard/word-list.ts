import { foldText } from '#server/engines/text/fold-text.ts'

/**
 * A word of the site's list of suspicious words, with its search pattern. A word of Latin letters matches only as a
 * whole word; any other word matches anywhere.
 */
interface ListedWord {
  word: string
  pattern: RegExp
}

/**
 * The most recent list of suspicious words with its compiled patterns, cached because most calls check a text against
 * the same list.
 */
let lastCompiled: { source: string; words: ListedWord[] } = { source: '', words: [] }

/**
 * Returns the words of a list (one per line) that occur in a text. The search does not distinguish simplified from
 * traditional characters, full from half width, or upper from lower case, and it ignores punctuation and spaces between
 * the characters of a word.
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
    // Words on the list have been normalised to letters, digits and single spaces, so the regular expression needs no
    // escaping.
    const spaced = characters.join(' ?')
    // Latin words match only as whole words, so that the listed word `av` does not match in `have`.
    const isLatin = characters.every((one) => /[a-z\d]/.test(one))
    return { word, pattern: new RegExp(isLatin ? `(?<![a-z])${spaced}(?![a-z])` : spaced) }
  })
}
