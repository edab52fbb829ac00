import { readIsbn } from '#shared/isbn.ts'
import { compactText, foldText, runsOf } from './fold-text.ts'
import { dropTones, plainPinyin, readSyllables } from './pinyin-syllables.ts'

/** A part of what was typed that stands for itself: a run of Chinese, or a word of letters that may be a word, pinyin or initials. */
export interface Term {
  text: string
  isHan: boolean
  /** The ways it can be read as pinyin; of Chinese, how it is spelled, where that was asked for. */
  readings: string[][]
}

export interface SearchQuery {
  /** Without spaces, as titles are compared. */
  compact: string
  terms: Term[]
  isbn13: string | null
}

const maxTerms = 6
const maxLength = 40

export function parseQuery(typed: string): SearchQuery {
  const folded = [...foldText(typed).text].slice(0, maxLength).join('').trim()
  const words = folded.split(' ').map(dropTones).join(' ')
  const terms = runsOf(words).slice(0, maxTerms).map(toTerm)
  return { compact: words.replaceAll(' ', ''), terms, isbn13: readIsbn(compactText(typed)) }
}

function toTerm({ text, isHan }: { text: string; isHan: boolean }): Term {
  return { text, isHan, readings: !isHan && /^[a-z]+$/.test(text) ? readSyllables(plainPinyin(text)) : [] }
}

/** Pinyin may be typed with a space after each syllable: the same words as one. */
export function joinedTerm({ terms, compact }: SearchQuery): Term | undefined {
  if (terms.length < 2 || terms.some(({ text }) => !/^[a-z]+$/.test(text))) return undefined
  return toTerm({ text: compact, isHan: false })
}
