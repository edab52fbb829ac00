import { withoutBlanks } from './visible-text.ts'

/** Returns whether 13 digits without hyphens are a valid ISBN: prefix 978 or 979 and a correct check digit. */
export function isIsbn13(isbn: string): boolean {
  if (!/^97[89]\d{10}$/.test(isbn)) return false
  const sum = [...isbn].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Matches ten or thirteen digits, with or without separators, that are not part of a longer number. */
const numbers = /(?<!\d[\p{Pd}.]?)(?:97[89][\s\p{Pd}.]*)?(?:\d[\s\p{Pd}.]*){9}[\dX](?![\p{Pd}.]?[\dX])/giu

/**
 * Finds the first ISBN of ten or thirteen digits in a text, such as “ISBN 978-7-02-000872-8（平装）”. Returns its
 * thirteen digits, or null if there is no valid one. Every ISBN that somebody types is read by this function.
 */
export function parseIsbn(typed: string): string | null {
  const text = withoutBlanks(typed.normalize('NFKC')).replace(/isbn(?:[\s\p{Pd}]*1[03])?[\s:.]*/giu, ';')
  for (const [number] of text.matchAll(numbers)) {
    const isbn = toThirteen(number.replace(/[^\dX]/gi, '').toUpperCase())
    if (isbn !== null) return isbn
  }
  return null
}

function toThirteen(digits: string): string | null {
  if (digits.length === 13) return isIsbn13(digits) ? digits : null
  const sum = [...digits].reduce((total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at), 0)
  if (sum % 11 !== 0) return null
  const start = `978${digits.slice(0, 9)}`
  return [...'0123456789'].map((check) => start + check).find(isIsbn13) ?? null
}
