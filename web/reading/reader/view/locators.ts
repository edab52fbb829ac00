import * as cfi from 'foliate-js/epubcfi.js'

/** Returns the locator (an EPUB CFI) of a range in the document of a book's section. */
export function locatorOf(section: number, range: Range): string {
  return cfi.joinIndir(cfi.fake.fromIndex(section), cfi.fromRange(range))
}

/**
 * Parses a locator (EPUB CFI) of a position in a book. Returns the index of its section and a function that finds its
 * range in the section's document, or null if the locator is invalid.
 */
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
          // A locator (EPUB CFI) may have been made for another version of the book's text, and then may not match this
          // document.
          return null
        }
      },
    }
  } catch {
    return null
  }
}

/** Returns whether one range of the book lies within another, by their locators; false if a locator is invalid. */
export function isInside(inner: string, outer: string): boolean {
  try {
    return (
      cfi.compare(cfi.collapse(inner), cfi.collapse(outer)) >= 0 &&
      cfi.compare(cfi.collapse(inner, true), cfi.collapse(outer, true)) <= 0
    )
  } catch {
    return false
  }
}

/** Returns whether the place of a locator begins on a page of the book; false if one of the locators is invalid. */
export function isOnPage(locator: string, page: string): boolean {
  try {
    const [begin, end] = [cfi.collapse(page), cfi.collapse(page, true)]
    const place = cfi.collapse(locator)
    return cfi.compare(place, begin) >= 0 && (begin === end || cfi.compare(place, end) < 0)
  } catch {
    return false
  }
}
