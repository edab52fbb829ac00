import { addDirection, directionOf } from './base-direction.ts'
import type { EpubEdition, EpubMetadata } from './epub-model.ts'
import { findIsbn } from './find-isbn.ts'
import { type CreditedName, readNames, type Role } from './read-names.ts'
import { findAll, findFirst, rawTextOf, textOf, type XmlElement } from './xml-tree.ts'

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
