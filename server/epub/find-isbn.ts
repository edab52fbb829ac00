import { findAll, textOf, type XmlElement } from './xml-tree.ts'

/** The codes of ONIX code list 5 for an ISBN of ten and of thirteen digits. */
const isbnCodes = new Set(['02', '15'])

/**
 * Returns the first valid ISBN among the identifiers in the metadata of a package, as thirteen digits; null if there is
 * none. An identifier counts if its type says so, or if it has no type and looks like one; ten digits count only with a
 * type.
 */
export function findIsbn(metadata: XmlElement): string | null {
  const types = new Map(
    findAll(metadata, 'meta')
      .filter(({ attribs }) => attribs['property'] === 'identifier-type')
      .map((meta): [string, string] => [(meta.attribs['refines'] ?? '').replace(/^#/, ''), textOf(meta)]),
  )
  for (const identifier of findAll(metadata, 'identifier')) {
    const value = textOf(identifier)
    const type = types.get(identifier.attribs['id'] ?? '') ?? identifier.attribs['opf:scheme']
    const isNamed = /^urn:isbn:/i.test(value) || (type !== undefined && (isbnCodes.has(type) || /^isbn/i.test(type)))
    if (type !== undefined && !isNamed) continue
    const digits = value.replace(/^(urn:)?isbn:?|[\s-]/gi, '').toUpperCase()
    if (/^97[89]\d{10}$/.test(digits)) return digits
    if (isNamed && isTenDigits(digits)) return toThirteen(digits)
  }
  return null
}

function isTenDigits(digits: string): boolean {
  if (!/^\d{9}[\dX]$/.test(digits)) return false
  const sum = Array.from(digits, (digit, at) => (digit === 'X' ? 10 : Number(digit)) * (10 - at))
  return sum.reduce((all, each) => all + each, 0) % 11 === 0
}

function toThirteen(digits: string): string {
  const bare = `978${digits.slice(0, 9)}`
  const sum = Array.from(bare, (digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 3)).reduce(
    (all, each) => all + each,
    0,
  )
  return `${bare}${(10 - (sum % 10)) % 10}`
}
