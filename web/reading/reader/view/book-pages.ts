import type { Overlayer } from 'foliate-js/overlayer.js'
import type { Target } from 'foliate-js/paginator.js'
import type { Outline } from '#shared/api/reader/reading.ts'
import { BookPaginator } from './book-paginator.ts'
import type { FixedPages, PageFlow } from './fixed-pages.ts'
import { pageLayout } from './page-layout.ts'
import { isFixedLayout } from './page-spreads.ts'
import type { ReadingSettings } from './reading-settings.ts'
import type { Relocation } from './relocation.ts'

interface BookPagesOptions {
  outline: Outline
  settings: ReadingSettings
  /** The element for pages of a fixed size; null for books without such pages, which need not load its code. */
  fixed: FixedPages | null
  /** Returns the address of the page of a section. */
  addressOf(index: number): Promise<string>
  loaded(part: { doc: Document; index: number }): void
  relocated(relocation: Relocation): void
  overlaid(request: OverlayRequest): void
}

export type OverlayRequest = { doc: Document; attach(overlayer: Overlayer): void }

/** The pages of a book: text that fills pages of any size, pages of a fixed size, or both in turn. */
export class BookPages {
  readonly #paginator = new BookPaginator()
  readonly #fixed: FixedPages | null
  readonly #outline: Outline
  #settings: ReadingSettings
  #isFixed = false
  /**
   * The running change from text to fixed pages, which begins while the paginator turns a page; undefined if none is
   * running.
   */
  #crossing: Promise<void> | undefined
  #section = 0

  constructor({ outline, settings, fixed, addressOf, loaded, relocated, overlaid }: BookPagesOptions) {
    this.#outline = outline
    this.#settings = settings
    this.#fixed = fixed
    this.#paginator.sideOf = (index) => outline.sections[index]?.side
    this.#listen('load', loaded)
    this.#listen<Relocation>('relocate', (relocation) =>
      relocated({ size: this.#paginator.visibleFraction, ...relocation }),
    )
    this.#listen('create-overlayer', overlaid)
    this.#paginator.open({
      dir: settings.isVertical || outline.isRightToLeft ? 'rtl' : 'ltr',
      sections: outline.sections.map(({ isAside }, index) => ({
        linear: isAside ? 'no' : 'yes',
        load: () => this.#loadText(index, addressOf),
      })),
    })
    fixed?.open({
      outline,
      flow: 'paged',
      zoom: settings.zoom,
      addressOf,
      loaded,
      relocated: (relocation) => this.#isFixed && relocated(relocation),
      swiped: (isLeftward) => void (isLeftward === outline.isRightToLeft ? this.turn(-1) : this.turn(1)),
    })
  }

  get element(): HTMLElement {
    return this.#isFixed && this.#fixed ? this.#fixed : this.#paginator
  }

  /** Whether pages of a fixed size are shown. */
  get isFixed(): boolean {
    return this.#isFixed
  }

  /** The element that shows text in pages of any size; null while pages of a fixed size are shown. */
  get paginator(): BookPaginator | null {
    return this.#isFixed ? null : this.#paginator
  }

  /** Whether the pages are turned, not scrolled, where the reader is now. */
  get isPaged(): boolean {
    return this.#flowOf(this.#section) === 'paged'
  }

  mount(host: HTMLElement) {
    host.append(this.#paginator, ...(this.#fixed ? [this.#fixed] : []))
    this.#switch(this.#isFixed)
  }

  async applySettings(settings: ReadingSettings, styles: string) {
    this.#settings = settings
    this.#layOutText(this.#section)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#paginator.toggleAttribute('animated', !isStill)
    this.#paginator.setStyles(styles)
    await this.#fixed?.changeView(this.#flowOf(this.#section), settings.zoom)
  }

  async goTo(target: Target, reason?: string) {
    this.#section = target.index
    const isFixed = this.#fixed !== null && this.#isFixedAt(target.index)
    this.#switch(isFixed)
    if (!isFixed) return this.#paginator.goTo(target)
    await this.#fixed?.changeView(this.#flowOf(target.index), this.#settings.zoom)
    await this.#fixed?.goTo(target, reason)
  }

  /** Turns to the next or to the previous page. */
  async turn(by: 1 | -1) {
    if (!this.#isFixed) {
      await (by > 0 ? this.#paginator.next() : this.#paginator.prev())
      await this.#crossing
      return
    }
    const run = await this.#fixed?.turn(by)
    if (run === undefined) return
    const { sections } = this.#outline
    const isNext = ({ isAside }: { isAside: boolean }, at: number) => !isAside && (by > 0 ? at > run[1] : at < run[0])
    const index = by > 0 ? sections.findIndex(isNext) : sections.findLastIndex(isNext)
    if (index >= 0) await this.goTo({ index, anchor: by > 0 ? 0 : 1 }, 'page')
  }

  getContents() {
    return this.#isFixed ? (this.#fixed?.getContents() ?? []) : this.#paginator.getContents()
  }

  focus() {
    if (this.#isFixed) this.#fixed?.focusView()
    else if (this.#paginator.getContents().length > 0) this.#paginator.focusView()
  }

  destroy() {
    this.#paginator.destroy()
    this.#fixed?.destroy()
  }

  #listen<Detail>(name: string, heard: (detail: Detail) => void) {
    this.#paginator.addEventListener(name, (event) => {
      if (!this.#isFixed) heard((event as CustomEvent<Detail>).detail)
    })
  }

  /**
   * Returns the address of a section for the paginator. If the section is a fixed page, the element for fixed pages is
   * shown in place of the paginator.
   */
  #loadText(index: number, addressOf: (index: number) => Promise<string>): Promise<string> {
    const before = this.#section
    this.#section = index
    if (this.#fixed === null || !this.#isFixedAt(index)) {
      this.#layOutText(index)
      return addressOf(index)
    }
    this.#crossing = this.goTo({ index, anchor: index < before ? 1 : 0 }, 'page').finally(
      () => (this.#crossing = undefined),
    )
    // The hidden paginator also loads the fixed page, because it can continue only after it has loaded something.
    return addressOf(index)
  }

  /**
   * Returns whether pages are turned or scrolled. The user's setting has precedence over that of the section, and that
   * of the section over that of the book.
   */
  #flowOf(index: number): PageFlow {
    const section = this.#outline.sections[index]
    if (this.#settings.flow !== 'book') return this.#settings.flow
    if (section?.layout === 'roll') return 'scrolled'
    // EPUB requires that fixed pages are turned, even if the book states that its text is scrolled.
    const isScrolled = section?.layout !== 'fixed' && (section?.flow ?? this.#outline.rendition.flow) === 'scrolled'
    return isScrolled ? 'scrolled' : 'paged'
  }

  #isFixedAt(index: number): boolean {
    return isFixedLayout(this.#outline.sections[index])
  }

  #layOutText(index: number) {
    const { rendition, sections } = this.#outline
    // Two columns are a spread (two pages side by side), which the book may forbid. The user's own choice has
    // precedence.
    const isSingle = rendition.spread === 'none' || sections[index]?.side === 'center'
    const columns = this.#settings.columns === 'auto' && isSingle ? ('one' as const) : this.#settings.columns
    const settings = { ...this.#settings, columns, flow: this.#flowOf(index) }
    this.#paginator.setLayout(pageLayout(settings, this.#outline.language))
  }

  #switch(isFixed: boolean) {
    this.#isFixed = isFixed
    // The hidden element keeps its layout (`visibility` and not `display`), because without a layout it cannot measure
    // its pages.
    for (const [element, isShown] of [
      [this.#paginator, !isFixed],
      [this.#fixed, isFixed],
    ] as const) {
      if (element === null) continue
      Object.assign(element.style, { position: 'absolute', inset: '0', visibility: isShown ? '' : 'hidden' })
      element.inert = !isShown
    }
  }
}
