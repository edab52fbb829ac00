import { setLonePictures } from './book-pictures.ts'
import { hasType, mayLeadToNote } from './find-footnote.ts'

/** Kinds of sections, as EPUB books name them, that are one page by their nature. */
const singlePages = ['titlepage', 'halftitlepage', 'dedication', 'epigraph', 'colophon']
/** Maximum number of characters of such a section; a longer one may not fit on a page. */
const maxCharacters = 400

/** Selects the elements that contain verse, in the words that publishers use for their classes. */
export const verse =
  ":is(.poetry, .stanza, [class^='verse' i], [class*=' verse' i], [class*='-verse' i], [class^='poem' i], [class*=' poem' i], [class*='-poem' i])"

/** Marks those parts of a section that the style sheet of the reader lays out in a way of their own. */
export function markLayout(doc: Document) {
  setLonePictures(doc)
  if (isSinglePage(doc)) doc.documentElement.dataset['singlePage'] = ''
  for (const link of doc.querySelectorAll<HTMLElement>('a[href]')) if (mayLeadToNote(link)) markNoteLink(link)
}

/** Marks a section that the book places in the middle of the window, with the direction of its lines. */
export function markCentred({ body, documentElement, defaultView }: Document) {
  const isVertical = defaultView?.getComputedStyle(body).writingMode.startsWith('vertical')
  documentElement.dataset['centred'] = isVertical ? 'vertical' : 'horizontal'
}

/**
 * Marks a link to a note, so that no line begins with it, and a link at the end of a line of verse, so that it hangs.
 */
function markNoteLink(link: HTMLElement) {
  link.dataset['noteMark'] = ''
  const isInVerse = link.matches(`${verse} p > a, p${verse} > a`)
  if (isInVerse && hasType(link, 'noteref') && endsLine(link)) link.dataset['hanging'] = ''
}

/** Returns whether a section is a title page or another single page of text, which stands in the middle of a spread. */
function isSinglePage({ body }: Document): boolean {
  const [first, ...others] = body.children
  const typed = others.length === 0 && first !== undefined ? [body, first] : [body]
  if (!typed.some((element) => singlePages.some((type) => hasType(element, type)))) return false
  return (body.textContent ?? '').trim().length <= maxCharacters && body.querySelector('img, svg, table') === null
}

/** Returns whether no text follows a link in its line. */
function endsLine(link: Element): boolean {
  for (let next = link.nextSibling; next !== null; next = next.nextSibling) {
    if (next.nodeName.toLowerCase() === 'br') return true
    if ((next.textContent ?? '').trim() !== '') return false
  }
  return true
}
