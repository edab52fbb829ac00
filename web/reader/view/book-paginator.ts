import { Paginator } from 'foliate-js/paginator.js'
import type { Section } from '#shared/api/reader/reading.ts'
import { markPictures } from './book-pictures.ts'
import { markWideTables } from './mark-wide-tables.ts'
import { layoutAttributes, type PageLayout } from './page-layout.ts'

/** Custom element that shows the pages of a book and lets wide tables scroll. It avoids two errors of foliate-js. */
export class BookPaginator extends Paginator {
  #layout: PageLayout | null = null
  /**
   * Returns the side (left or right) on which a section must begin if two pages are side by side; undefined if any side
   * will do.
   */
  sideOf: (index: number) => Section['side'] = () => undefined

  constructor() {
    super()
    // foliate-js dispatches this event as soon as it has laid out a new section.
    this.addEventListener('create-overlayer', (event) => {
      const { doc } = (event as CustomEvent<{ doc: Document }>).detail
      markWideTables(doc)
      markPictures(doc)
      // The paginator contains the new section only after this event, so the layout waits for a microtask.
      queueMicrotask(() => this.#leaveFirstColumns() && super.render())
    })
  }

  setLayout(layout: PageLayout) {
    this.#layout = layout
    this.#applyLayout()
  }

  /** Sets the attributes of the layout in the current window. Every changed attribute calls `render`. */
  #applyLayout() {
    if (this.#layout === null || this.clientWidth === 0) return
    const attributes = layoutAttributes(this.#layout, { width: this.clientWidth, height: this.clientHeight })
    for (const [name, value] of Object.entries(attributes))
      if (this.getAttribute(name) !== value) this.setAttribute(name, value)
  }

  /** Page of the section on which a place begins, from 1 to the number of pages; null if the section is scrolled. */
  pageOf(place: Element | Range): number | null {
    if (this.scrolled || this.pages < 3) return null
    const boxes = [...place.getClientRects()]
    const { left, right, top } = boxes.find(({ width, height }) => width > 0 && height > 0) ?? boxes[0] ?? new DOMRect()
    const isRightToLeft = this.getAttribute('dir') === 'rtl'
    const offset = this.sideProp === 'height' ? top : isRightToLeft ? (this.pages - 2) * this.size - right : left
    return Math.min(this.pages - 2, Math.max(1, Math.floor(offset / this.size) + 1))
  }

  /** Number of the visible page and of all pages of the section; null if the section is scrolled. */
  get shownPage(): { current: number; total: number } | null {
    const total = this.pages - 2
    return this.scrolled || total < 1 ? null : { current: Math.min(total, Math.max(1, this.page)), total }
  }

  /** Fraction of the section that is visible while the section is scrolled, for which foliate-js reports none. */
  get visibleFraction(): number {
    return this.scrolled ? this.size / this.viewSize : 0
  }

  /**
   * Lays out the pages again after the window or a setting has changed. While the frame loads a section it has no body,
   * and foliate-js would throw; such a layout is skipped, because every section is laid out after it has loaded.
   */
  override render() {
    if (!this.getContents().every(({ doc }) => doc?.body)) return
    this.#applyLayout()
    super.render()
    if (this.#leaveFirstColumns()) super.render()
    this.#markTables()
  }

  /**
   * Leaves the first column of a spread empty if the section must begin on the other side. Returns whether this has
   * changed the pages.
   */
  #leaveFirstColumns(): boolean {
    let isChanged = false
    for (const { doc, index } of this.getContents()) {
      const side = this.sideOf(index)
      const opening = this.getAttribute('dir') === 'rtl' ? 'right' : 'left'
      const isSpread = !this.scrolled && this.sideProp === 'width' && this.columnCount === 2
      const isLeft = isSpread && (side === 'left' || side === 'right') && side !== opening
      const root = doc?.documentElement
      if (root === undefined || root.hasAttribute('data-second-column') === isLeft) continue
      root.toggleAttribute('data-second-column', isLeft)
      isChanged = true
    }
    return isChanged
  }

  override setStyles(styles: string) {
    super.setStyles(styles)
    this.#markTables()
  }

  #markTables() {
    for (const { doc } of this.getContents()) if (doc?.body) markWideTables(doc)
  }

  /**
   * Removes the pages from the document. The rest is released in the next frame, because foliate-js draws the
   * background a frame after its styles have changed, and throws if the pages are released before.
   */
  override destroy() {
    this.remove()
    requestAnimationFrame(() => {
      if (this.getContents().length > 0) super.destroy()
    })
  }
}

customElements.define('book-paginator', BookPaginator)
