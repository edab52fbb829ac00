import type { EpubEdition, EpubMetadata } from './epub-model.ts'
import { type CreditedName, readNames, type Role } from './read-names.ts'
import { findAll, findFirst, rawTextOf, textOf, type XmlElement } from './xml-tree.ts'
import { parseIsbn } from '#shared/isbn.ts'

/** The codes of ONIX code list 5 for an ISBN of ten and of thirteen digits. */
const isbnCodes = new Set(['02', '15'])

type Direction = 'ltr' | 'rtl' | 'auto'

/** The invisible Unicode characters that give a plain text a direction: left-to-right mark and right-to-left mark. */
const marks = { ltr: '\u200e', rtl: '\u200f' } as const

/** Matches the first letter that has a direction; the first group matches a letter of a right-to-left script. */
const firstStrong =
  /([\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f])|[\p{L}\u200e]/u

/** The codes of MARC for the roles of people; people with another code are left out. */
const rolesByCode: Record<string, Role> = {
  aut: 'author',
  cre: 'author',
  trl: 'translator',
  edt: 'editor',
  com: 'editor',
  ann: 'editor',
  ill: 'illustrator',
  art: 'illustrator',
}
/** Years before print, and the days that programs write for an unknown date, are no years of an edition. */
const oldestYear = 1450
const unknownDay = /^(?:1900|1970)-01-01/

/**
 * Reads the metadata of an EPUB from the root element of its package, and the first valid ISBN among its identifiers.
 * Titles and creators are in the order of the package, as EPUB 3.3 demands; metadata that refines them does not change
 * the order. The creators are the authors, or else whoever the package names instead.
 */
export function readMetadata(root: XmlElement): { metadata: EpubMetadata; isbn: string | null; edition: EpubEdition } {
  const metadata = findFirst(root, 'metadata') ?? root
  const all = (name: string) =>
    findAll(metadata, name)
      .map((element) => textOf(element).normalize('NFC'))
      .filter((value) => value !== '')
  // Titles and names are shown among texts of another direction, so a direction mark is added to them where needed.
  const directed = (name: string) =>
    findAll(metadata, name)
      .map((element) => addDirection(textOf(element).normalize('NFC'), directionOf(element, root)))
      .filter((value) => value !== '')
  const modified = findAll(root, 'meta').find(({ attribs }) => attribs['property'] === 'dcterms:modified')
  const people = readPeople(root, metadata)
  const namesOf = (role: Role) => [...new Set(people.flatMap((one) => (one.role === role ? one.name : [])))]
  const authors = namesOf('author')
  return {
    isbn: findIsbn(metadata),
    edition: {
      translators: namesOf('translator'),
      editors: namesOf('editor'),
      illustrators: namesOf('illustrator'),
      publisher: all('publisher')[0] ?? null,
      year: readYear(metadata),
    },
    metadata: {
      identifier: all('identifier')[0] ?? '',
      title: directed('title')[0] ?? '',
      creators: authors.length > 0 ? authors : [...namesOf('editor'), ...namesOf('illustrator')],
      language: all('language')[0] ?? '',
      rights: all('rights')[0] ?? '',
      source: all('source')[0] ?? '',
      modified: textOf(modified),
      description: rawTextOf(findFirst(metadata, 'description')).normalize('NFC').trim(),
    },
  }
}

/** Reads the people whom a package names as creators or, with a role, as contributors. */
function readPeople(root: XmlElement, metadata: XmlElement): CreditedName[] {
  const refined = new Map<string, string>()
  for (const meta of findAll(metadata, 'meta')) {
    const id = (meta.attribs['refines'] ?? '').replace(/^#/, '')
    if (meta.attribs['property'] === 'role' && !refined.has(id)) refined.set(id, textOf(meta))
  }
  return ['creator', 'contributor'].flatMap((element) =>
    findAll(metadata, element).flatMap((person) => {
      const stated = person.attribs['opf:role'] ?? person.attribs['role'] ?? refined.get(person.attribs['id'] ?? '')
      const code = stated?.trim().toLowerCase() || (element === 'creator' ? 'aut' : '')
      const role = rolesByCode[code]
      if (role === undefined) return []
      return readNames(textOf(person), role).map(({ name, role }) => ({
        role,
        name: addDirection(name, directionOf(person, root)),
      }))
    }),
  )
}

/** Returns the year in which the edition came out; null if the package tells none, or one that cannot be true. */
function readYear(metadata: XmlElement): number | null {
  const dates = findAll(metadata, 'date')
  const event = ({ attribs }: XmlElement) => (attribs['opf:event'] ?? '').toLowerCase()
  const date = dates.find((one) => event(one) === 'publication') ?? dates.find((one) => event(one) === '')
  const written = textOf(date).trim()
  const year = Number(/^(\d{4})(?!\d)/.exec(written)?.[1] ?? 0)
  return year < oldestYear || year > new Date().getFullYear() + 1 || unknownDay.test(written) ? null : year
}

/**
 * Returns the base direction of an element of an EPUB package document: the direction that the element states, or else
 * that of the package, or else `auto`.
 */
function directionOf(element: XmlElement, root: XmlElement): Direction {
  const direction = element.attribs['dir'] ?? root.attribs['dir']
  return direction === 'ltr' || direction === 'rtl' ? direction : 'auto'
}

/**
 * Returns a text that browsers lay out in the given direction wherever they take the direction from the text itself
 * (`dir="auto"`): with a mark in front if its first letter has the other direction.
 */
function addDirection(text: string, direction: Direction): string {
  if (text === '' || direction === 'auto') return text
  const found = firstStrong.exec(text)
  const natural = found?.[1] === undefined ? 'ltr' : 'rtl'
  return natural === direction ? text : marks[direction] + text
}

/**
 * Returns the first valid ISBN among the identifiers in the metadata of a package, as thirteen digits; null if there is
 * none. An identifier counts if its type says so, or if it has no type and looks like one; ten digits count only with a
 * type.
 */
function findIsbn(metadata: XmlElement): string | null {
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
