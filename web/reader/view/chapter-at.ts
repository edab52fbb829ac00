import type { ContentsEntry } from '#shared/api/reader/reading.ts'

/**
 * Returns the index in the book's contents of the first chapter that begins within a range of the text, such as a page,
 * or else of the chapter in which the range lies; -1 before the first chapter. Of several chapters that begin on a
 * page, the one with the fragment `chosen` takes precedence, because the user has chosen it in the contents.
 */
export function chapterAt(contents: ContentsEntry[], section: number, range: Range, chosen = ''): number {
  const document = range.startContainer.ownerDocument
  const placeOf = ({ section: own, fragment }: ContentsEntry) => {
    if (own !== section) return own < section ? -1 : 1
    const element = fragment === '' ? null : document?.getElementById(fragment)
    return element ? range.comparePoint(element, 0) : -1
  }
  const beginning = contents.flatMap((entry, at) => (placeOf(entry) === 0 ? [{ at, entry }] : []))
  const found = beginning.find(({ entry }) => entry.fragment === chosen) ?? beginning[0]
  return found?.at ?? contents.findLastIndex((entry) => placeOf(entry) < 0)
}
