import type { Credit } from '#shared/api/book/edition.ts'
import { bookFileHref } from '#shared/book-text.ts'
import type { Site } from '#shared/api/site.ts'
import { acquisition, entryMedia, type OpdsLink, type OpdsPath, type OpdsList, opdsRoots } from './opds-list.ts'
import type { OpdsBook } from './opds-queries.ts'
import { shorten } from '#shared/shorten.ts'
import { fileLabel } from './opds-words.ts'
import { freeBooksPath } from './free-book-lists.ts'
import { coverPath, coverSizes } from './write-jpeg-cover.ts'

export const jsonTypes = { feed: 'application/opds+json', publication: 'application/opds-publication+json' } as const

/**
 * Returns a list of books or of further lists as an OPDS 2.0 (JSON) document. The schemas of OPDS 2.0 permit no empty
 * collections, so empty ones are omitted, and a list with nothing in it has a link to the root list instead.
 */
export function writeJsonList(site: Site, feed: OpdsList): string {
  const root = site.publicUrl + opdsRoots.json
  const { navigation = [], books = [], groups = [], facets = [] } = feed
  const { total, perPage, nextPath, up, title, subtitle, updated } = feed
  const type = jsonTypes.feed
  const link = (rel: string, path: OpdsPath) => ({ rel, href: root + path, type })
  const choice = ({ path, title, count, rel = 'subsection' }: OpdsLink) => ({
    ...link(rel, path),
    title,
    ...(count !== undefined && { properties: { numberOfItems: count } }),
  })
  const isEmpty = navigation.length + books.length + groups.length === 0
  const links = [
    link('self', feed.path),
    link('start', ''),
    { rel: 'search', href: `${root}/search{?query}`, type, templated: true },
    {
      rel: 'alternate',
      href: site.publicUrl + opdsRoots.atom + feed.path,
      type: 'application/atom+xml;profile=opds-catalog',
    },
    ...(up === undefined ? [] : [link('up', up)]),
    ...(perPage === undefined ? [] : [link('first', feed.firstPath)]),
    ...(nextPath === undefined ? [] : [link('next', nextPath)]),
  ]
  return JSON.stringify({
    metadata: {
      title,
      ...(subtitle !== undefined && { subtitle }),
      modified: updated.toISOString(),
      ...(total !== undefined && { numberOfItems: total }),
      ...(perPage !== undefined && { itemsPerPage: perPage }),
    },
    links,
    ...(navigation.length > 0 && { navigation: navigation.map(choice) }),
    ...(isEmpty && { navigation: [{ ...link('start', ''), title: '书库首页' }] }),
    ...(books.length > 0 && { publications: books.map((book) => publicationOf(site, book)) }),
    ...(facets.length > 0 && {
      facets: facets.map(({ group, links }) => ({
        metadata: { title: group },
        links: links.map(({ path, title, isActive, count }) => ({
          // The link of the active filter (facet) has the relation `self`, because it leads to the current list itself.
          ...link(isActive ? 'self' : 'http://opds-spec.org/facet', path),
          title,
          ...(count !== undefined && { properties: { numberOfItems: count } }),
        })),
      })),
    }),
    ...(groups.length > 0 && {
      groups: groups.map(({ link: { path, title, count }, books }) => ({
        metadata: { title, ...(count !== undefined && { numberOfItems: count }) },
        links: [link('self', path)],
        publications: books.map((book) => publicationOf(site, book)),
      })),
    }),
  })
}

/** Returns a book as a complete OPDS 2.0 publication. */
export function writeJsonBook(site: Site, book: OpdsBook): string {
  return JSON.stringify(publicationOf(site, book, true))
}

function publicationOf({ publicUrl }: Site, book: OpdsBook, isWhole = false) {
  const { id, title, subtitle, authors, authorIds, translators, publisher, desc, free, files, tags, isbn13 } = book
  const root = publicUrl + opdsRoots.json
  const person = ({ name, personId }: Credit) =>
    personId === null ? { name } : { name, links: [{ href: `${publicUrl}/person/${personId}`, type: 'text/html' }] }
  const sources = [...new Set(files.map(({ source }) => source))]
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      identifier: `urn:uuid:${id}`,
      ...(isWhole && isbn13 !== null && { altIdentifier: [`urn:isbn:${isbn13}`] }),
      title,
      ...(subtitle !== null && { subtitle }),
      ...(authors.length > 0 && {
        author: authors.map((name, at) => person({ name, personId: authorIds[at] ?? null })),
      }),
      ...(translators.length > 0 && { translator: translators.map(person) }),
      ...(publisher !== null && { publisher: { name: publisher } }),
      language: [...new Set(files.map(({ language }) => language))],
      modified: book.updated.toISOString(),
      description: isWhole ? [desc, free ?? '', ...sources].filter(Boolean).join('\n\n') : shorten(desc, 120),
      ...(tags.length > 0 && {
        subject: tags.map(({ name, kind }) => ({
          name,
          scheme: `${root}/tags/${kind}`,
          links: [{ href: root + freeBooksPath({ sort: 'hot', tag: name }), type: jsonTypes.feed }],
        })),
      }),
    },
    links: [
      { rel: 'self', href: `${root}/book/${id}`, type: jsonTypes.publication },
      { rel: 'alternate', href: `${publicUrl}/book/${id}`, type: 'text/html' },
      ...files.map((file) => ({
        rel: acquisition,
        href: publicUrl + bookFileHref(id, file),
        type: entryMedia[file.format],
        title: fileLabel(file, files.length > 2),
        language: file.language,
        size: file.size,
      })),
    ],
    images: (['large', 'small'] as const).map((size) => ({
      href: publicUrl + coverPath(id, size),
      type: 'image/jpeg',
      ...coverSizes[size],
    })),
  }
}
