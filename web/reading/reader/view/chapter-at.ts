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
    if (!element) return -1
    // The element may begin in the empty space above the page while its text begins on the page.
    const { startContainer, startOffset } = beginOf(element)
    return range.comparePoint(startContainer, startOffset)
  }
  const beginning = contents.flatMap((entry, at) => (placeOf(entry) === 0 ? [{ at, entry }] : []))
  const found = beginning.find(({ entry }) => entry.fragment === chosen) ?? beginning[0]
  return found?.at ?? contents.findLastIndex((entry) => placeOf(entry) < 0)
}

/**
 * Returns the first character of an element or, if the element has no text, of the text after it; an empty range if
 * there is none.
 */
export function beginOf(element: Element): Range {
  const begin = element.ownerDocument.createRange()
  begin.setStart(element, 0)
  const walker = element.ownerDocument.createTreeWalker(element.ownerDocument.body, NodeFilter.SHOW_TEXT)
  walker.currentNode = element
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const offset = (node.nodeValue ?? '').search(/\S/)
    if (offset < 0) continue
    begin.setStart(node, offset)
    begin.setEnd(node, offset + 1)
    break
  }
  return begin
}
