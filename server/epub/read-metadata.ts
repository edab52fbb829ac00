import type { EpubMetadata } from './epub-model.ts'
import { findAll, findFirst, textOf, type XmlElement } from './xml-tree.ts'

/** Reads the metadata of an EPUB from the root element of its package, and the first valid ISBN among its identifiers. */
export function readMetadata(root: XmlElement): { metadata: EpubMetadata; isbn: string | null } {
  const all = (name: string) =>
    findAll(findFirst(root, 'metadata') ?? root, name)
      .map((element) => textOf(element).normalize('NFC'))
      .filter((value) => value !== '')
  const modified = findAll(root, 'meta').find(({ attribs }) => attribs['property'] === 'dcterms:modified')
  const identifiers = all('identifier')
  const isbn = identifiers
    .map((value) => value.replace(/^urn:isbn:|[\s-]/gi, ''))
    .find((value) => /^97[89]\d{10}$/.test(value))
  return {
    isbn: isbn ?? null,
    metadata: {
      identifier: identifiers[0] ?? '',
      title: all('title')[0] ?? '',
      creators: all('creator'),
      language: all('language')[0] ?? 'zh',
      rights: all('rights')[0] ?? '',
      source: all('source')[0] ?? '',
      modified: textOf(modified),
      description: all('description')[0] ?? '',
    },
  }
}
