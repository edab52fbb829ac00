import * as cfi from 'foliate-js/epubcfi.js'

/** Where in the book a stretch of a section's document is. */
export function locatorOf(section: number, range: Range): string {
  return cfi.joinIndir(cfi.fake.fromIndex(section), cfi.fromRange(range))
}

/** The section a locator lies in, and how its stretch is found there; null for what is no locator. */
export function readLocator(locator: string): { section: number; find(document: Document): Range | null } | null {
  try {
    const parts = cfi.parse(locator)
    const section = cfi.fake.toIndex((parts.parent ?? parts).shift())
    if (!Number.isInteger(section) || section < 0) return null
    return {
      section,
      find: (document) => {
        try {
          return cfi.toRange(document, parts)
        } catch {
          // Of another version of the text.
          return null
        }
      },
    }
  } catch {
    return null
  }
}
