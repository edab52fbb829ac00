import { isOnePicture, type OpenedPicture, pictureAround } from './book-pictures.ts'

import { watchSwipes } from './watch-swipes.ts'

/**
 * Events that occur when the user selects or clicks in the book's text. Points and boxes are in CSS pixels of the page,
 * not of the book's frame.
 */
export interface DocumentEvents {
  /** Called when the user selected text of the book, or cleared the selection (null). */
  selected(range: Range | null, box: DOMRect | null): void
  /** Called when the user clicked in the book where there is no link, annotation or selection. */
  tapped(point: { x: number; y: number }): void
  /** Called when the user clicked a picture that opens, or pressed Enter on it. */
  pictureOpened(picture: OpenedPicture): void
  annotationTapped(id: string, box: DOMRect): void
  swipeBegan(): void
  /** Called at the end of a swipe to the left or right. The pages have then turned already, if they turn by swipes. */
  swiped(isLeftward: boolean): void
  pressed(event: KeyboardEvent): void
}

interface DocumentListener extends DocumentEvents {
  annotationAt(point: { x: number; y: number }): string | undefined
  /** Called when the user followed a link; `box` is its box on the page. */
  followed(link: Element, box: DOMRect): void
}

/**
 * Adds listeners to the document in a frame of the book, and reports its events in coordinates of the page around the
 * frame.
 */
export function watchDocument(doc: Document, events: DocumentListener) {
  const toPage = (box: DOMRect) => boxOnPage(doc, box)
  const selectedRange = () => {
    const selection = doc.getSelection()
    const range = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : null
    return range !== null && range.toString().trim() !== '' ? range : null
  }
  const reportSelection = () => {
    const range = selectedRange()
    events.selected(range && range.cloneRange(), range && toPage(firstBox(range)))
  }
  let isDown = false
  doc.addEventListener('pointerdown', () => (isDown = true))
  doc.addEventListener('pointerup', () => {
    isDown = false
    setTimeout(reportSelection)
  })
  doc.addEventListener('pointercancel', () => (isDown = false))
  // The keyboard and the selection handles of a phone change the selection without pointer events, so `selectionchange`
  // is observed too.
  doc.addEventListener('selectionchange', () => {
    if (!isDown) reportSelection()
  })
  doc.addEventListener('keydown', (event) => {
    const picture = event.key === 'Enter' || event.key === ' ' ? pictureAround(event.target as Element) : null
    if (picture === null) return events.pressed(event)
    event.preventDefault()
    events.pictureOpened(picture)
  })
  doc.addEventListener('click', (event) => {
    const target = event.target as Element
    // The browser itself handles clicks on media players and on the summaries of `details` elements.
    if (target.closest('audio, video, summary') !== null) return
    const link = target.closest('a[href], area[href]')
    if (link !== null) {
      event.preventDefault()
      return events.followed(link, linkBoxOnPage(link))
    }
    if (selectedRange() !== null) return
    const picture = pictureAround(target)
    if (picture !== null && !(isOnePicture(doc) && isAtSide(toPage(new DOMRect(event.clientX, event.clientY, 0, 0)).x)))
      return events.pictureOpened(picture)
    const id = events.annotationAt({ x: event.clientX, y: event.clientY })
    const point = toPage(new DOMRect(event.clientX, event.clientY, 0, 0))
    if (id !== undefined) events.annotationTapped(id, point)
    else events.tapped(point)
  })
  watchSwipes(doc, events.swiped, events.swipeBegan)
  // A middle click must not follow a link of the book.
  doc.addEventListener('auxclick', (event) => event.preventDefault())
}

/**
 * Returns whether a tap is so near to the left or right side of the window that it turns the page; `x` is the distance
 * in pixels from the left side.
 */
export function isAtSide(x: number): boolean {
  const side = x / document.documentElement.clientWidth
  return side < 0.3 || side > 0.7
}

/** Returns the box of the first line of a link, in coordinates of the page around the book's frame. */
export function linkBoxOnPage(link: Element): DOMRect {
  const range = link.ownerDocument.createRange()
  range.selectNode(link)
  return boxOnPage(link.ownerDocument, firstBox(range))
}

/** Converts a box in a document of the book to the page around its frame, which may be scaled. */
export function boxOnPage(doc: Document | null, { x, y, width, height }: DOMRect): DOMRect {
  const frame = doc?.defaultView?.frameElement as HTMLElement | null | undefined
  if (!frame) return new DOMRect(x, y, width, height)
  const { left, top, width: shown } = frame.getBoundingClientRect()
  const scale = shown / frame.offsetWidth || 1
  return new DOMRect(x * scale + left, y * scale + top, width * scale, height * scale)
}

function firstBox(range: Range): DOMRect {
  return (
    [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ?? range.getBoundingClientRect()
  )
}
