/**
 * Returns whether a text is a UUID in lower case. Upper case is refused, so that every book, video or other record has
 * exactly one page URL.
 */
export function isId(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)
}

/**
 * An id that no record ever has. It replaces an invalid id in a page URL, so that the page reports that the book, video
 * or other record does not exist.
 */
export const missingId = '00000000-0000-7000-8000-000000000000'
