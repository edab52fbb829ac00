import { parseIsbn } from '#shared/isbn.ts'
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
    const isbn = parseIsbn(value)
    if (isbn !== null && (isNamed || /^(?:isbn)?[\s:\p{Pd}]*(?:\d[\s\p{Pd}]*){13}$/iu.test(value))) return isbn
  }
  return null
}
