/** The forms a text is offered in. */
export const fileFormats = ['epub', 'txt'] as const

/** By the size of the text: up to 100 kB, up to 300 kB, above. */
export const textLengths = ['short', 'medium', 'long'] as const
export const freeBookSorts = ['hot', 'new', 'short', 'long'] as const

/** Where a text is fetched. */
export function bookFileHref(bookId: string, { id, format }: { id: string; format: (typeof fileFormats)[number] }) {
  return `/book/${bookId}/file/${id}.${format}`
}

/** Under which the entries of a book's file are sent, each by itself. */
export function entryBase({ bookId, fileId }: { bookId: string; fileId: string }): `/${string}` {
  return `/book/${bookId}/file/${fileId}/entry/`
}
