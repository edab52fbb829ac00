import { Paginator } from 'foliate-js/paginator.js'
import type { Section } from '#shared/api/reader/reading.ts'
import { markPictures } from './book-pictures.ts'
import { endOfContent, markOversized } from './mark-wide-tables.ts'
import { layoutAttributes, type PageLayout } from './page-layout.ts'

/** Custom element that shows the pages of a book and fits large parts into them. It avoids two errors of foliate-js. */
export class BookPaginator extends Paginator {
  #layout: PageLayout | null = null
  /**
   * Returns the side (left or right) on which a section must begin if two pages are side by side; undefined if any side
   * will do.
   */
  sideOf: (index: number) => Section['side'] = () => undefined

  constructor() {
    super()
    this.addEventListener('load', (event) => this.#setPageSize((event as CustomEvent<{ doc: Document }>).detail.doc))
    // foliate-js dispatches this event as soon as it has laid out a new section.
    this.addEventListener('create-overlayer', (event) => {
      const { doc } = (event as CustomEvent<{ doc: Document }>).detail
      markPictures(doc)
      // The paginator contains the new section only after this event, so the layout waits for a microtask.
      queueMicrotask(() => this.#fitContent() && super.render())
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

  /**
   * Whether the section is scrolled. While the frame loads a section it has no body, and foliate-js would throw when it
   * looks for the visible text after a scroll, so no section is scrolled then.
   */
  override get scrolled(): boolean {
    return super.scrolled && this.#hasText()
  }

  #hasText(): boolean {
    return this.getContents().every(({ doc }) => doc?.body)
  }

  /**
   * Number of pages of the section with an empty one before and after. foliate-js also counts pages for the hidden part
   * of tables that scroll, which are empty.
   */
  override get pages(): number {
    const [end] = this.getContents().map(({ doc }) => doc?.body && endOfContent(doc, this.sideProp))
    const isCounted = end !== undefined && !this.scrolled && this.getAttribute('dir') !== 'rtl'
    return isCounted ? Math.min(super.pages, Math.ceil(end / this.size - 0.01) + 2) : super.pages
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

  override next() {
    return super.next(this.#turnDistance)
  }

  override prev() {
    return super.prev(this.#turnDistance)
  }

  /**
   * How far scrolled text moves when the user turns the page, in pixels; undefined for pages. The last two lines of a
   * view are the first of the next one, because a part of them may have been cut off.
   */
  get #turnDistance(): number | undefined {
    const body = this.scrolled ? this.getContents()[0]?.doc.body : undefined
    if (body === undefined) return undefined
    return Math.max(this.size / 2, this.size - 2 * Number.parseFloat(getComputedStyle(body).lineHeight))
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
    if (!this.#hasText()) return
    this.#applyLayout()
    super.render()
    if (this.#fitContent()) super.render()
  }

  /** Fits the content of the laid out section into its pages. Returns whether the pages must be laid out again. */
  #fitContent(): boolean {
    const contents = this.getContents().filter(({ doc }) => doc?.body)
    const isResized = contents.filter(({ doc }) => this.#setPageSize(doc)).length > 0
    const isMarked = contents.filter(({ doc }) => markOversized(doc)).length > 0
    return [isResized, isMarked, this.#leaveFirstColumns()].some(Boolean)
  }

  /**
   * Provides the size of a page to the styles of a section, which use it in place of the size of the frame: the frame
   * is as large as all pages together. Returns whether the size has changed.
   */
  #setPageSize(doc: Document): boolean {
    const container = doc.defaultView?.frameElement?.parentElement?.parentElement?.getBoundingClientRect()
    if (container === undefined || container.width === 0) return false
    const share = Number.parseFloat(this.getAttribute('gap') ?? '0') / 100
    const isDivided = !this.scrolled && this.sideProp === 'width'
    const width = container.width / (isDivided ? (this.columnCount ?? 1) : 1) - (share / (1 - share)) * container.width
    const { style } = doc.documentElement
    const sizes = { '--reader-vw': `${width / 100}px`, '--reader-vh': `${container.height / 100}px` }
    const changed = Object.entries(sizes).filter(([name, size]) => style.getPropertyValue(name) !== size)
    for (const [name, size] of changed) style.setProperty(name, size)
    return changed.length > 0
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
    if (this.#fitContent()) this.render()
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
