import { addDirection, directionOf } from './base-direction.ts'
import type { EpubMetadata } from './epub-model.ts'
import { findIsbn } from './find-isbn.ts'
import { findAll, findFirst, textOf, type XmlElement } from './xml-tree.ts'

/**
 * Reads the metadata of an EPUB from the root element of its package, and the first valid ISBN among its identifiers.
 * Titles and creators are in the order of the package, as EPUB 3.3 demands; metadata that refines them does not change
 * the order.
 */
export function readMetadata(root: XmlElement): { metadata: EpubMetadata; isbn: string | null } {
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
  return {
    isbn: findIsbn(metadata),
    metadata: {
      identifier: all('identifier')[0] ?? '',
      title: directed('title')[0] ?? '',
      creators: directed('creator'),
      language: all('language')[0] ?? 'zh',
      rights: all('rights')[0] ?? '',
      source: all('source')[0] ?? '',
      modified: textOf(modified),
      description: all('description')[0] ?? '',
    },
  }
}
