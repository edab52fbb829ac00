import type { DraftEdition } from '#shared/api/book/edition.ts'
import type { CatalogBook, CatalogEdition, CatalogPlaces } from './catalog-schema.ts'
import type { StoreCover } from './cover-files.ts'

/** The ids that the books of the catalogue refer to, and the function that stores their covers. */
export interface BookIds {
  editorId: string
  /** The ids of the catalogue's tags by name; null for a tag that editors removed. */
  tagIds: Map<string, string | null>
  placeIds: Map<string, string | null>
  storeCover: StoreCover
}

/**
 * Returns the columns of the table `book` for a book of the catalogue, except its id, cover, hash and creation time.
 */
export function columnsOf(book: CatalogBook) {
  return {
    catalogKey: book.key,
    title: book.title,
    subtitle: book.subtitle ?? null,
    originalTitle: book.originalTitle ?? null,
    authors: book.authors,
    originalLanguage: book.originalLanguage ?? null,
    publishedYear: book.publishedYear ?? null,
    desc: book.desc,
    eraFrom: book.era?.[0] ?? null,
    eraTo: book.era?.[1] ?? null,
    free: book.free ?? null,
  }
}

/** Returns the rows of `book_tag` for a book of the catalogue. */
export function tagRowsOf(bookId: string, book: CatalogBook, { tagIds }: BookIds) {
  const tags = new Set(book.tags.flatMap((name) => tagIds.get(name) ?? []))
  return [...tags].map((tagId) => ({ bookId, tagId }))
}

/** Returns the rows of `book_place` or `video_place` for an entry of the catalogue, except the id of the entry. */
export function placeRowsOf(places: CatalogPlaces, placeIds: BookIds['placeIds']) {
  return Object.entries(places).flatMap(([kind, some = []]) => {
    const rows = some.flatMap(({ name, ...sentence }) => {
      const placeId = placeIds.get(name)
      return placeId ? { placeId, kind: kind as keyof CatalogPlaces, ...sentence } : []
    })
    // Two names may stand for one place, if editors have merged two places.
    return [...new Map(rows.map((row) => [row.placeId, row])).values()]
  })
}

/**
 * Returns the editions of a catalogue entry as drafts, and stores their covers. Each retains the id of the edition that
 * is stored at the same position of the book, so that links to it stay valid.
 */
export async function draftEditions(
  bookId: string,
  editions: CatalogEdition[],
  storedIds: string[],
  storeCover: StoreCover,
): Promise<DraftEdition[]> {
  const covers: (string | null)[] = []
  for (const { cover } of editions) covers.push(await storeCover(bookId, cover))
  return editions.map((edition, at) => ({
    ...edition,
    id: storedIds[at] ?? edition.id ?? null,
    title: edition.title ?? null,
    translatedFrom: edition.translatedFrom ?? null,
    publisher: edition.publisher ?? null,
    year: edition.year ?? null,
    isbn13: edition.isbn13 ?? null,
    pages: edition.pages ?? null,
    cover: covers[at] ?? null,
    source: edition.source ?? null,
  }))
}
