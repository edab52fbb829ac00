import type { Credit } from '#shared/api/book/edition.ts'
import { bookFileHref } from '#shared/book-text.ts'
import { isoYear } from '#shared/iso-year.ts'
import type { Site } from '#shared/api/site.ts'
import { acquisition, entryMedia, opdsRoots } from './opds-list.ts'
import type { OpdsBook } from './opds-queries.ts'
import { shorten } from '#shared/shorten.ts'
import { fileLabel } from './opds-words.ts'
import { coverPath } from './write-jpeg-cover.ts'
import { element, linkElement } from './write-xml.ts'

export const atomTypes = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
  entry: 'application/atom+xml;type=entry;profile=opds-catalog',
  search: 'application/opensearchdescription+xml',
} as const

export const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xml:lang': 'zh-Hans',
}

/**
 * Returns a book as an Atom entry: either a short entry within a list, or a complete entry that is a document of its
 * own.
 */
export function writeAtomEntry({ publicUrl }: Site, book: OpdsBook, isWhole = false): string {
  const { id, title, desc, authors, authorIds, translators, files, free } = book
  const self = `${publicUrl}${opdsRoots.atom}/book/${id}`
  const page = `${publicUrl}/book/${id}`
  const languages = [...new Set(files.map(({ language }) => language))]
  const person = (kind: string, { name, personId }: Credit) => {
    const uri = personId === null ? '' : element('uri', {}, `${publicUrl}/person/${personId}`)
    return element(kind, {}, element('name', {}, name) + uri, 'markup')
  }
  return element(
    'entry',
    isWhole ? namespaces : {},
    [
      element('title', {}, title),
      element('id', {}, `urn:uuid:${id}`),
      element('updated', {}, book.updated.toISOString()),
      element('published', {}, book.createTime.toISOString()),
      ...authors.map((name, at) => person('author', { name, personId: authorIds[at] ?? null })),
      ...translators.map((credit) => person('contributor', credit)),
      ...languages.map((language) => element('dc:language', {}, language)),
      ...(isWhole ? factsOf(book) : []),
      ...book.tags.map(({ name, kind }) =>
        element('category', {
          scheme: `${publicUrl}${opdsRoots.atom}/tags/${kind}`,
          term: name,
          label: name,
        }),
      ),
      free === null ? '' : element('rights', {}, free),
      element('summary', { type: 'text' }, shorten(desc, 120)),
      isWhole && [...desc].length > 120 ? element('content', { type: 'text' }, desc) : '',
      linkElement({ rel: 'http://opds-spec.org/image', href: publicUrl + coverPath(id, 'large'), type: 'image/jpeg' }),
      linkElement({
        rel: 'http://opds-spec.org/image/thumbnail',
        href: publicUrl + coverPath(id, 'small'),
        type: 'image/jpeg',
      }),
      linkElement({ rel: isWhole ? 'self' : 'alternate', href: self, type: atomTypes.entry, title }),
      linkElement({ rel: 'alternate', href: page, type: 'text/html', title: `《${title}》的书页` }),
      ...files.map((file) =>
        linkElement({
          rel: acquisition,
          href: publicUrl + bookFileHref(id, file),
          type: entryMedia[file.format],
          title: fileLabel(file, files.length > 2),
          hreflang: file.language,
          length: String(file.size),
        }),
      ),
    ].join(''),
    'markup',
  )
}

/** Returns the XML elements that only a complete Atom entry of a book has. */
function factsOf({ isbn13, publisher, year, subtitle, files }: OpdsBook): string[] {
  return [
    isbn13 === null ? '' : element('dc:identifier', {}, `urn:isbn:${isbn13}`),
    publisher === null ? '' : element('dc:publisher', {}, publisher),
    year === null ? '' : element('dc:issued', {}, isoYear(year)),
    subtitle === null ? '' : element('dc:alternative', {}, subtitle),
    ...[...new Set(files.map(({ source }) => source))].map((source) => element('dc:source', {}, source)),
  ]
}

/** Returns a book as a complete Atom document. */
export function writeAtomBook(site: Site, book: OpdsBook): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${writeAtomEntry(site, book, true)}`
}
