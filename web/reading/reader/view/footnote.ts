import { linkBoxOnPage } from './watch-document.ts'

/** A note of the book that the reader shows beside the text. */
export interface Footnote {
  /** The element that contains the note, in the document of its section. */
  element: Element
  /** The link that the user followed to the note, and its box on the page. */
  link: Element
  box: DOMRect
  /** Index of the section that contains the note. */
  section: number
  /** Id of the link's target in that section. */
  fragment: string
}

/**
 * Returns an open note with the updated position of its link on the page; null if the link is no longer on the visible
 * page.
 */
export function updateFootnote(footnote: Footnote, isVisible: (range: Range) => boolean): Footnote | null {
  const link = footnote.link.ownerDocument.createRange()
  link.selectNode(footnote.link)
  return isVisible(link) ? { ...footnote, box: linkBoxOnPage(footnote.link) } : null
}
