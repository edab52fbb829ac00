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
