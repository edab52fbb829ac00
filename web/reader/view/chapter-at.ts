import type { ContentsEntry } from '#shared/api/reader/reading.ts'

/**
 * Returns the index of the chapter in which a range of the text begins, as listed in the book's contents; -1 before the
 * first chapter.
 */
export function chapterAt(contents: ContentsEntry[], section: number, range: Range): number {
  const document = range.startContainer.ownerDocument
  return contents.findLastIndex((entry) => {
    if (entry.section !== section) return entry.section < section
    const element = entry.fragment === '' ? null : document?.getElementById(entry.fragment)
    // A chapter has begun if its heading lies before or within the range of text.
    return !element || range.comparePoint(element, 0) <= 0
  })
}
