/** The file formats in which the texts of books are offered. */
export const fileFormats = ['epub', 'txt'] as const

/** Classes of book texts by size: up to 100 kB, up to 300 kB, and larger. */
export const textLengths = ['short', 'medium', 'long'] as const
export const freeBookSorts = ['hot', 'new', 'short', 'long'] as const

/** Returns the URL path from which a text file of a book is downloaded. */
export function bookFileHref(bookId: string, { id, format }: { id: string; format: (typeof fileFormats)[number] }) {
  return `/book/${bookId}/file/${id}.${format}`
}

/** Returns the URL path below which the entries of an EPUB file are served one by one. */
export function entryBase({ bookId, fileId }: { bookId: string; fileId: string }): `/${string}` {
  return `/book/${bookId}/file/${fileId}/entry/`
}
