/** The file formats in which the texts of books are offered. */
export const fileFormats = ['epub', 'txt'] as const

/** Classes of book texts by size: up to 100 kB, up to 300 kB, and larger. */
export const textLengths = ['short', 'medium', 'long'] as const
export const freeBookSorts = ['hot', 'new', 'short', 'long'] as const

/** Returns the URL path from which a text file of a book is downloaded. */
export function bookFileHref(bookId: string, { id, format }: { id: string; format: (typeof fileFormats)[number] }) {
  return `/book/${bookId}/file/${id}.${format}`
}

/**
 * Returns the URL path below which the entries of an EPUB file are served one by one. It contains the version of the
 * text, so what it leads to never changes.
 */
export function entryBase(text: { bookId: string; fileId: string; version: string }): `/${string}` {
  return `/book/${text.bookId}/file/${text.fileId}/entry/${text.version}/`
}

/** Splits the URL path of an entry into the version of the text and the percent-encoded path in the EPUB file. */
export function readEntryAddress(pathname: string): { version: string; path: string } {
  const [, version = '', path = ''] = /\/entry\/([^/]*)\/(.*)$/.exec(pathname) ?? []
  return { version, path }
}

/** Returns whether two versions of a text are of the same EPUB file, so that they have the same words. */
export function hasSameWords(one: string, other: string): boolean {
  return one.slice(0, 16) === other.slice(0, 16)
}
