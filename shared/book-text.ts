/** The file formats in which texts are offered. */
export const fileFormats = ['epub', 'txt'] as const

/** Length classes by size of the text: up to 100 kB, up to 300 kB, and above. */
export const textLengths = ['short', 'medium', 'long'] as const
export const freeBookSorts = ['hot', 'new', 'short', 'long'] as const

/** Returns the download address of a text file. */
export function bookFileHref(bookId: string, { id, format }: { id: string; format: (typeof fileFormats)[number] }) {
  return `/book/${bookId}/file/${id}.${format}`
}

/** Returns the address below which the entries of an EPUB file are served one by one. */
export function entryBase({ bookId, fileId }: { bookId: string; fileId: string }): `/${string}` {
  return `/book/${bookId}/file/${fileId}/entry/`
}
