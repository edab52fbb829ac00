import { foldText } from '#server/search/text/fold-text.ts'

/** A list of words as it is matched: letters as a word of their own, all others anywhere. */
interface ListedWord {
  word: string
  pattern: RegExp
}

let last: { source: string; words: ListedWord[] } = { source: '', words: [] }

/**
 * The words of a list, one a line, that a text has in it: in either script, of any width and case, and with whatever marks
 * and spaces between their characters.
 */
export function findListedWords(source: string, text: string): string[] {
  if (last.source !== source) last = { source, words: compile(source) }
  const folded = foldText(text).text
  return last.words.filter(({ pattern }) => pattern.test(folded)).map(({ word }) => word)
}

function compile(source: string): ListedWord[] {
  const lines = source.split('\n').map((line) => line.trim())
  return [...new Set(lines)].flatMap((word) => {
    const characters = [...foldText(word).text.replaceAll(' ', '')]
    if (characters.length === 0) return []
    // Folded text has letters and digits only, with at most one space between any two: nothing of it means more in a pattern.
    const spaced = characters.join(' ?')
    // `av` must not be read out of `have`.
    const isLatin = characters.every((one) => /[a-z\d]/.test(one))
    return { word, pattern: new RegExp(isLatin ? `(?<![a-z])${spaced}(?![a-z])` : spaced) }
  })
}
