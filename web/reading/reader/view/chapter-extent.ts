import type { Outline } from '#shared/api/reader/reading.ts'

/**
 * The part of a chapter that lies in one section (file) of the book, and in which later sections the chapter continues.
 */
export interface ChapterExtent {
  /** Element of the section with which the chapter begins; null if it begins with or before the section. */
  first: Element | null
  /** Element of the section with which the next chapter begins; null if the chapter ends with or after the section. */
  next: Element | null
  beginsBefore: boolean
  /** Sizes in bytes of the later sections that belong to the chapter. */
  laterSizes: number[]
}

/**
 * Returns the extent of a chapter in the loaded section of the book. `chapter` is an index in the book's contents, or
 * -1 for the text before the first chapter. In a book without contents every section is a chapter.
 */
export function chapterExtent({ contents, sections }: Outline, chapter: number, section: number, doc: Document) {
  const entry = contents[chapter]
  const following = contents
    .slice(chapter + 1)
    .find((other) => other.section !== entry?.section || other.fragment !== entry.fragment)
  const elementOf = (fragment = '') => (fragment === '' ? null : doc.getElementById(fragment))
  const end = following?.section ?? (contents.length === 0 ? section + 1 : sections.length)
  const extent: ChapterExtent = {
    first: entry?.section === section ? elementOf(entry.fragment) : null,
    next: following?.section === section ? elementOf(following.fragment) : null,
    beginsBefore: contents.length > 0 && (entry?.section ?? 0) < section,
    laterSizes: sections
      .slice(section + 1, end)
      .filter(({ isAside }) => !isAside)
      .map(({ size }) => size),
  }
  return extent
}

/** Returns the last character before an element as a range; null if there is no text before it. */
export function lastCharacterBefore(element: Element): Range | null {
  const doc = element.ownerDocument
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT)
  walker.currentNode = element
  for (let node = walker.previousNode(); node !== null; node = walker.previousNode()) {
    const length = (node.nodeValue ?? '').trimEnd().length
    if (length === 0) continue
    const range = doc.createRange()
    range.setStart(node, length - 1)
    range.setEnd(node, length)
    return range
  }
  return null
}
