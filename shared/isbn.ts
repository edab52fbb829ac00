/** Returns whether 13 digits without hyphens are a valid ISBN: prefix 978 or 979 and a correct check digit. */
export function isIsbn13(isbn: string): boolean {
  if (!/^97[89]\d{10}$/.test(isbn)) return false
  const sum = [...isbn].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/**
 * Parses an ISBN of ten or thirteen digits with any separators. Returns its thirteen digits, or null if the ISBN is
 * invalid.
 */
export function parseIsbn(typed: string): string | null {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (isIsbn13(digits)) return digits
  if (!/^\d{9}[\dX]$/.test(digits)) return null
  const sum = [...digits].reduce((total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at), 0)
  if (sum % 11 !== 0) return null
  const start = `978${digits.slice(0, 9)}`
  return [...'0123456789'].map((check) => start + check).find(isIsbn13) ?? null
}
