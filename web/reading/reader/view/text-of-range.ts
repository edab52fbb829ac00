/**
 * Returns the part of a range from its first visible character to its last one, so that the same words give the same
 * range in whatever way they were selected; null if the range has no visible character.
 */
export function trimRange(range: Range): Range | null {
  const { commonAncestorContainer: ancestor, startContainer, startOffset, endContainer, endOffset } = range
  const root = ancestor.nodeType === Node.ELEMENT_NODE ? ancestor : (ancestor.parentNode ?? ancestor)
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION)
  let trimmed: Range | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue
    const start = node === startContainer ? startOffset : 0
    const text = (node.nodeValue ?? '').slice(start, node === endContainer ? endOffset : undefined)
    if (text.trim() === '') continue
    if (trimmed === null) {
      trimmed = range.cloneRange()
      trimmed.setStart(node, start + text.search(/\S/))
    }
    trimmed.setEnd(node, start + text.trimEnd().length)
  }
  return trimmed
}

/** Selector of the elements that begin a line of their own. */
export const blocks =
  'address, article, blockquote, dd, div, dt, figcaption, h1, h2, h3, h4, h5, h6, li, p, pre, section, td, tr'

/**
 * Returns the text of a range of the book with a line for each paragraph. Pronunciations beside characters (ruby) are
 * left out, both those of the book and those that the reader adds, because they are not part of the text.
 */
export function textOfRange(range: Range): string {
  const part = range.cloneContents()
  for (const element of part.querySelectorAll('rt, rp, style')) element.remove()
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    node.nodeValue = (node.nodeValue ?? '').replace(/\s+/g, ' ')
  for (const element of part.querySelectorAll(blocks)) element.after('\n')
  for (const element of part.querySelectorAll('br')) element.after('\n')
  return (part.textContent ?? '').replace(/ *\n[ \n]*/g, '\n').trim()
}

/**
 * Returns the author whom the text names below the heading above a range, in a paragraph of the class `by`; empty if
 * there is none.
 */
export function findByline({ startContainer }: Range): string {
  const lines = startContainer.ownerDocument?.querySelectorAll('h1, h2, h3, h4, h5, h6, .by') ?? []
  const isAbove = (line: Element) =>
    line.contains(startContainer) ||
    (line.compareDocumentPosition(startContainer) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const above = [...lines].findLast(isAbove)
  return above?.classList.contains('by') ? (above.textContent ?? '').trim() : ''
}
