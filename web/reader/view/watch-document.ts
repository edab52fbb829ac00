/** What a reader does in the text. Points and boxes are in the page's own measure. */
export interface DocumentEvents {
  /** Chose a stretch of text, or let it go. */
  selected(range: Range | null, box: DOMRect | null): void
  /** Touched what is neither link, mark nor chosen. */
  tapped(point: { x: number; y: number }): void
  annotationTapped(id: string, box: DOMRect): void
  pressed(event: KeyboardEvent): void
}

interface Watched extends DocumentEvents {
  annotationAt(point: { x: number; y: number }): string | undefined
  followed(href: string): void
}

/** Listens in a frame of the book's. */
export function watchDocument(doc: Document, events: Watched) {
  const offset = () => doc.defaultView?.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const toPage = ({ x, y, width, height }: DOMRect) => {
    const { left, top } = offset()
    return new DOMRect(x + left, y + top, width, height)
  }
  const chosen = () => {
    const selection = doc.getSelection()
    const range = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : null
    return range !== null && range.toString().trim() !== '' ? range : null
  }
  const tell = () => {
    const range = chosen()
    events.selected(range && range.cloneRange(), range && toPage(firstBox(range)))
  }
  let isDown = false
  doc.addEventListener('pointerdown', () => (isDown = true))
  doc.addEventListener('pointerup', () => {
    isDown = false
    setTimeout(tell)
  })
  doc.addEventListener('pointercancel', () => (isDown = false))
  // By the keyboard, or by the handles a phone puts at the ends.
  doc.addEventListener('selectionchange', () => {
    if (!isDown) tell()
  })
  doc.addEventListener('keydown', events.pressed)
  doc.addEventListener('click', (event) => {
    const target = event.target as Element
    const link = target.closest('a[href]')
    if (link !== null) {
      event.preventDefault()
      return events.followed(link.getAttribute('href') ?? '')
    }
    if (chosen() !== null) return
    const id = events.annotationAt({ x: event.clientX, y: event.clientY })
    const { left, top } = offset()
    if (id !== undefined && id !== 'found')
      events.annotationTapped(id, new DOMRect(event.clientX + left, event.clientY + top, 0, 0))
    else events.tapped({ x: event.clientX + left, y: event.clientY + top })
  })
  // Any other way a link could be followed leads to nothing.
  doc.addEventListener('auxclick', (event) => event.preventDefault())
}

function firstBox(range: Range): DOMRect {
  return (
    [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ?? range.getBoundingClientRect()
  )
}
