import type { Book } from '#shared/api/book/book.ts'
import type { Edition } from '#shared/api/book/edition.ts'
import { isoYear } from '#shared/iso-year.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import { pictureUrl } from '#shared/picture.ts'
import { placeReferences } from '#web/catalogue/place/address/place-reference.ts'
import { personReference } from './person-reference.ts'

/**
 * Returns the schema.org description of a book as JSON-LD, for search engines: the work, with its editions as examples
 * of it. `pictureBase` is the base URL of the pictures, either absolute or a path of the site; the URLs in the result
 * are absolute.
 */
export function bookJsonLd(book: Book, site: { publicUrl: string; pictureBase: string }): object {
  const { publicUrl } = site
  const { authors, authorIds, publishedYear, era } = book
  const placesOf = (kinds: PlaceKind[]) =>
    placeReferences(
      book.places.filter(({ kind }) => kinds.includes(kind)),
      publicUrl,
    )
  return {
    '@type': 'Book',
    '@id': `${publicUrl}/book/${book.id}`,
    url: `${publicUrl}/book/${book.id}`,
    name: book.title,
    alternateName: book.originalTitle ?? undefined,
    author: authors.map((name, at) => personReference({ name, personId: authorIds[at] ?? null }, publicUrl)),
    datePublished: publishedYear === null ? undefined : isoYear(publishedYear),
    inLanguage: book.originalLanguage ?? undefined,
    description: book.desc,
    keywords: book.tags.map(({ name }) => name).join(','),
    isAccessibleForFree: book.free !== null,
    temporalCoverage: era === null ? undefined : `${isoYear(era.from)}/${isoYear(era.to)}`,
    contentLocation: placesOf(['setting', 'subject']),
    locationCreated: placesOf(['written']),
    aggregateRating:
      book.score === null
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: book.score, bestRating: 10, ratingCount: book.countRated },
    workExample: listed(book.editions.map((edition) => editionOf(edition, book, site))),
  }
}

function editionOf(edition: Edition, book: Book, site: { publicUrl: string; pictureBase: string }): object {
  const { publicUrl } = site
  const { publisher, year, isbn13, pages, language, cover } = edition
  const people = (credits: Edition['translators']) =>
    listed(credits.map((credit) => personReference(credit, publicUrl)))
  return {
    '@type': 'Book',
    '@id': `${publicUrl}/book/${book.id}#edition-${edition.id}`,
    name: edition.title ?? book.title,
    bookEdition: publisher === null ? undefined : [publisher, year].filter((one) => one !== null).join(' '),
    isbn: isbn13 ?? undefined,
    publisher: publisher === null ? undefined : { '@type': 'Organization', name: publisher },
    datePublished: year === null ? undefined : isoYear(year),
    image: cover === null ? undefined : new URL(pictureUrl(site, cover, 960), publicUrl).href,
    inLanguage: language,
    numberOfPages: pages ?? undefined,
    translator: people(edition.translators),
    editor: people(edition.editors),
    illustrator: people(edition.illustrators),
    translationOfWork: edition.translators.length > 0 ? { '@id': `${publicUrl}/book/${book.id}` } : undefined,
  }
}

function listed<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined
}
