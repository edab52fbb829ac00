import { isIsbn13 } from '#shared/isbn.ts'
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
  return { compact: words.replaceAll(' ', ''), terms, isbn13: readIsbn(typed) }
}

function toTerm({ text, isHan }: { text: string; isHan: boolean }): Term {
  return { text, isHan, readings: !isHan && /^[a-z]+$/.test(text) ? readSyllables(plainPinyin(text)) : [] }
}

/** Pinyin may be typed with a space after each syllable: the same words as one. */
export function joinedTerm({ terms, compact }: SearchQuery): Term | undefined {
  if (terms.length < 2 || terms.some(({ text }) => !/^[a-z]+$/.test(text))) return undefined
  return toTerm({ text: compact, isHan: false })
}

/** Ten or thirteen digits, however they are grouped, as thirteen. */
function readIsbn(typed: string): string | null {
  const digits = compactText(typed).toUpperCase()
  if (isIsbn13(digits)) return digits
  if (!/^\d{9}[\dX]$/.test(digits)) return null
  const sum = [...digits].reduce((total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at), 0)
  if (sum % 11 !== 0) return null
  const start = `978${digits.slice(0, 9)}`
  return [...'0123456789'].map((check) => start + check).find(isIsbn13) ?? null
}
