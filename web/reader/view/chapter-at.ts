import type { ContentsEntry } from '#shared/api/reader/reading.ts'

/** Position in the contents of the chapter a stretch of a section begins in; -1 before the first. */
export function chapterAt(contents: ContentsEntry[], section: number, range: Range): number {
  const document = range.startContainer.ownerDocument
  return contents.findLastIndex((entry) => {
    if (entry.section !== section) return entry.section < section
    const element = entry.fragment === '' ? null : document?.getElementById(entry.fragment)
    // What is on the page already has begun.
    return !element || range.comparePoint(element, 0) <= 0
  })
}
