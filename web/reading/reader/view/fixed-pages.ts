import type { Target } from 'foliate-js/paginator.js'
import type { Outline, Section } from '#shared/api/reader/reading.ts'
import { FixedPage, type PageSize } from './fixed-page.ts'
import { listSpreads, type Run, runAround, type Spread } from './page-spreads.ts'
import type { Relocation } from './relocation.ts'
import { watchSwipes } from './watch-swipes.ts'

interface Stage extends PageSize {
  zoom: 'page' | 'width'
}

/**
 * Maximum width in pixels of a strip (pictures that scroll without gaps, as in a webtoon), unless the user chose the
 * width of the window.
 */
const maxStripWidth = 800

export type PageFlow = 'paged' | 'scrolled'
type PageZoom = Stage['zoom']

interface FixedPagesOptions {
  outline: Outline
  flow: PageFlow
  zoom: PageZoom
  /** Returns the address of the page of a section. */
  addressOf(index: number): Promise<string>
  loaded(part: { doc: Document; index: number }): void
  relocated(relocation: Relocation): void
  swiped(isLeftward: boolean): void
}

const scrolledGap = 12
const scrollDelay = 150

/** Element that shows pages of a fixed size: one or two at once, or all below each other. */
export class FixedPages extends HTMLElement {
  readonly #resized = new ResizeObserver(() => this.#resize())
  #seen: IntersectionObserver | null = null
  #options: FixedPagesOptions | null = null
  #run: Run = [0, -1]
  #pages: FixedPage[] = []
  #spreads: Spread[] = []
  /**
   * The position in the book that stays visible when the pages get another size: a page, and the fraction of its
   * height.
   */
  #place = { index: 0, fraction: 0 }
  /** Number of the latest request to show pages; the pages of earlier ones are removed. */
  #request = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The scroll position that the element has set itself, so that its scroll event is not taken for one of the user. */
  #ownTop = 0

  open(options: FixedPagesOptions) {
    this.#options = options
    this.#resized.observe(this)
    this.addEventListener('scroll', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#scrolled(), scrollDelay)
    })
  }

  /** Shows the page of a section, which `target` names. */
  async goTo({ index, anchor }: Target, reason = 'navigation') {
    this.#place = { index, fraction: typeof anchor === 'number' ? anchor : 0 }
    const isShown = this.#pageAt(index) !== undefined
    if (!isShown && !(await this.#show())) return
    const page = this.#pageAt(index)
    await this.#load(page)
    const found = typeof anchor === 'function' && page?.doc ? anchor(page.doc) : null
    if (found !== null && typeof found !== 'number' && page?.size)
      this.#place.fraction = found.getBoundingClientRect().top / page.size.height
    this.#scrollToPlace()
    this.#report(reason)
  }

  async changeView(flow: PageFlow, zoom: PageZoom) {
    if (this.#options === null) return
    const isSame = this.#options.flow === flow
    Object.assign(this.#options, { flow, zoom })
    if (isSame || this.#pages.length === 0) this.#layOut()
    else if (await this.#show()) this.#report('anchor')
  }

  /**
   * Scrolls forward, or turns to the next spread if it cannot scroll further; with `by` −1, backward. If there is no
   * next spread, returns the indexes of the first and last of the fixed pages shown here, so that the caller can go
   * beyond them; otherwise returns undefined.
   */
  async turn(by: 1 | -1): Promise<Run | undefined> {
    if (this.#scrollOn(by)) return undefined
    const at = this.#spreadAt(this.#place.index)
    const isNext = (spread: Spread, other: number) =>
      (other - at) * by > 0 && spread.some(({ index }) => this.#sections[index]?.isAside === false)
    const next = by > 0 ? this.#spreads.find(isNext) : this.#spreads.findLast(isNext)
    const [first] = next ?? []
    if (!this.#isPaged || first === undefined) return this.#run
    await this.goTo({ index: first.index, anchor: by > 0 ? 0 : 1 }, 'page')
    return undefined
  }

  getContents() {
    return this.#pages.flatMap(({ index, doc, overlayer }) =>
      doc?.body && overlayer ? [{ index, doc, overlayer }] : [],
    )
  }

  focusView() {
    this.getContents()[0]?.doc.defaultView?.focus()
  }

  destroy() {
    this.#request += 1
    this.#resized.disconnect()
    this.#seen?.disconnect()
    clearTimeout(this.#timer)
    this.remove()
  }

  get #sections(): Section[] {
    return this.#options?.outline.sections ?? []
  }

  get #isPaged(): boolean {
    return this.#options?.flow !== 'scrolled'
  }

  #pageAt(index: number): FixedPage | undefined {
    return this.#pages.find((page) => page.index === index)
  }

  #spreadAt(index: number): number {
    return this.#spreads.findIndex((spread) => spread.some((page) => page.index === index))
  }

  get #isDouble(): boolean {
    const { spread = 'auto' } = this.#options?.outline.rendition ?? {}
    return spread === 'both' || (spread !== 'none' && this.clientWidth > this.clientHeight)
  }

  #listSpreads(): Spread[] {
    const isRightToLeft = this.#options?.outline.isRightToLeft === true
    return listSpreads(this.#sections, this.#run, { isRightToLeft, isDouble: this.#isDouble })
  }

  /** Renders the pages around the current position; returns false if other pages were requested meanwhile. */
  async #show(): Promise<boolean> {
    const request = (this.#request += 1)
    const hadFocus = this.getContents().some(({ doc }) => doc.hasFocus())
    this.#run = runAround(this.#sections, this.#place.index)
    this.#spreads = this.#listSpreads()
    this.#seen?.disconnect()
    const [first, last] = this.#run
    const indexes = this.#isPaged
      ? (this.#spreads[this.#spreadAt(this.#place.index)] ?? []).map(({ index }) => index)
      : Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const pages = indexes.map((index) => new FixedPage(index))
    this.#pages = pages
    // The old pages stay in the window until the new ones are loaded, so that it does not flicker.
    for (const { element } of pages) Object.assign(element.style, { position: 'absolute', visibility: 'hidden' })
    this.append(...pages.map(({ element }) => element))
    await Promise.all(
      pages.filter(({ index }) => this.#isPaged || index === this.#place.index).map((page) => this.#load(page)),
    )
    if (request !== this.#request) return false
    const elements = new Set<Element>(pages.map(({ element }) => element))
    for (const child of Array.from(this.children).filter((each) => !elements.has(each))) child.remove()
    for (const { element } of pages) Object.assign(element.style, { position: 'relative', visibility: '' })
    this.#layOut()
    if (!this.#isPaged) this.#watchPages()
    if (hadFocus) this.focusView()
    return true
  }

  /** Loads a page and tells the reader when it can be seen. */
  async #load(page: FixedPage | undefined) {
    const options = this.#options
    if (page === undefined || options === null) return
    await page.load(
      () => options.addressOf(page.index),
      (doc) => {
        doc.documentElement.style.overflow = 'hidden'
        watchSwipes(doc, (isLeftward) => {
          if (this.#isPaged && this.scrollWidth <= this.clientWidth) options.swiped(isLeftward)
        })
        this.#layOut()
        options.loaded({ doc, index: page.index })
      },
    )
  }

  /** Loads pages of a scrolled book when they come near the window, and unloads those that are far away. */
  #watchPages() {
    this.#seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const page = this.#pages.find(({ element }) => element === target)
          if (isIntersecting) void this.#load(page)
          else page?.unload()
        }
      },
      { root: this, rootMargin: '150% 0px' },
    )
    for (const { element } of this.#pages) this.#seen.observe(element)
  }

  /** Gives all pages their sizes; pages that are not loaded get the size of another page. */
  #layOut() {
    const { outline, zoom = 'page' } = this.#options ?? {}
    const { width = 0, height = 0 } = outline?.rendition ?? {}
    const stage: Stage = { width: this.clientWidth, height: this.clientHeight, zoom }
    if (stage.width === 0 || this.#pages.length === 0) return
    const named = width > 0 && height > 0 ? { width, height } : undefined
    const usual = named ?? this.#pages.find(({ size }) => size)?.size ?? { width: stage.width, height: stage.height }
    const sizeOf = ({ size }: FixedPage): PageSize => size ?? usual
    const isStrip = this.#sections[this.#run[0]]?.layout === 'roll'
    const spread = this.#spreads[this.#spreadAt(this.#place.index)] ?? []
    const isHalf = this.#isPaged && spread.length === 1 && spread[0]?.side !== 'center'
    const together = scaleOfSpread(this.#pages.map(sizeOf), isHalf, stage)
    Object.assign(
      this.style,
      this.#isPaged ? pagedStyle : { ...scrolledStyle, rowGap: isStrip ? '0' : `${scrolledGap}px` },
    )
    for (const page of this.#pages) {
      const side = this.#isPaged ? spread.find(({ index }) => index === page.index)?.side : 'center'
      const scale = this.#isPaged ? together : scaleOfScrolled(sizeOf(page), isStrip, stage)
      page.place(sizeOf(page), scale)
      const empty = isHalf ? `${sizeOf(page).width * scale}px` : '0'
      Object.assign(page.element.style, {
        order: side === 'right' ? '1' : '0',
        marginLeft: side === 'right' ? empty : '0',
        marginRight: side === 'left' ? empty : '0',
      })
    }
    this.#scrollToPlace()
  }

  #resize() {
    if (this.#pages.length === 0) return
    const shown = this.#pages.map(({ index }) => index).join()
    const spreads = this.#listSpreads()
    const wanted = spreads.find((spread) => spread.some(({ index }) => index === this.#place.index)) ?? []
    this.#spreads = spreads
    if (!this.#isPaged || wanted.map(({ index }) => index).join() === shown) this.#layOut()
    else void this.#show().then((isShown) => isShown && this.#report('anchor'))
  }

  /** Scrolls by almost a window; returns false at the end. */
  #scrollOn(by: 1 | -1): boolean {
    const rest = by < 0 ? this.scrollTop : this.scrollHeight - this.clientHeight - this.scrollTop
    if (rest <= 2) return false
    this.scrollBy({ top: by * this.clientHeight * 0.9 })
    return true
  }

  #scrollToPlace() {
    const { index, fraction } = this.#place
    const element = this.#pageAt(index)?.element
    if (element === undefined) return
    this.scrollTop = element.offsetTop + fraction * element.offsetHeight
    this.#ownTop = this.scrollTop
  }

  async #scrolled() {
    if (Math.abs(this.scrollTop - this.#ownTop) <= 1) return
    this.#ownTop = this.scrollTop
    const page =
      this.#pages.findLast(({ element }) => element.offsetTop <= this.scrollTop + this.clientHeight * 0.3) ??
      this.#pages[0]
    if (page === undefined) return
    const { offsetTop, offsetHeight } = page.element
    this.#place = {
      index: this.#isPaged ? this.#place.index : page.index,
      fraction: (this.scrollTop - offsetTop) / offsetHeight,
    }
    await this.#load(page)
    if (page.index === this.#place.index) this.#report('scroll')
  }

  #report(reason: string) {
    const { index, fraction } = this.#place
    const doc = this.#pageAt(index)?.doc
    if (doc?.body === undefined) return
    const range = doc.createRange()
    range.selectNodeContents(doc.body)
    const isAtEnd = this.scrollHeight - this.clientHeight - this.scrollTop <= 2
    const lastIndex = !isAtEnd ? index : this.#isPaged ? this.#pages.at(-1)?.index : this.#run[1]
    this.#options?.relocated({
      reason,
      index,
      range,
      fraction: this.#isPaged ? 0 : Math.min(1, Math.max(0, fraction)),
      size: isAtEnd ? 1 : 0,
      ...(lastIndex !== undefined && { lastIndex }),
    })
  }
}

const pagedStyle = { display: 'flex', flexFlow: 'row', justifyContent: 'safe center', alignItems: 'safe center' }
const scrolledStyle = { display: 'flex', flexFlow: 'column', justifyContent: 'start', alignItems: 'safe center' }

customElements.define('fixed-pages', FixedPages)

/**
 * Returns the factor by which the pages of a spread (two pages side by side) are scaled, so that they fit into the
 * window, or only into its width. Next to a page without a partner, a space of the same width stays empty.
 */
function scaleOfSpread(sizes: PageSize[], isHalf: boolean, { width, height, zoom }: Stage): number {
  const total = sizes.reduce((sum, size) => sum + size.width, 0) * (isHalf ? 2 : 1)
  const across = width / total
  return zoom === 'width' ? across : Math.min(across, height / Math.max(...sizes.map((size) => size.height)))
}

/**
 * Returns the factor by which one of several pages that stand below each other is scaled, or a part of a strip (see
 * `maxStripWidth`).
 */
function scaleOfScrolled(size: PageSize, isStrip: boolean, { width, height, zoom }: Stage): number {
  const across = width / size.width
  if (zoom === 'width') return across
  return Math.min(across, isStrip ? maxStripWidth / size.width : height / size.height)
}
