import type { Book } from '#shared/api/book/book.ts'

/** Returns the schema.org description of a book as JSON-LD, for search engines. */
export function bookJsonLd(book: Book): object {
  return {
    '@type': 'Book',
    name: book.title,
    alternateName: book.originalTitle ?? undefined,
    author: book.authors.map((name) => ({ '@type': 'Person', name })),
    translator: book.translators.map((name) => ({ '@type': 'Person', name })),
    publisher: book.publisher ? { '@type': 'Organization', name: book.publisher } : undefined,
    datePublished: book.publishedYear?.toString(),
    isbn: book.isbn13 ?? undefined,
    numberOfPages: book.pages ?? undefined,
    inLanguage: book.language,
    description: book.desc,
    keywords: book.tags.map(({ name }) => name).join(','),
    isAccessibleForFree: book.free !== null,
    contentLocation: book.places.map(({ name, lat, lng }) => ({
      '@type': 'Place',
      name,
      geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
    })),
    aggregateRating:
      book.score === null
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: book.score, bestRating: 10, ratingCount: book.countRated },
  }
}
