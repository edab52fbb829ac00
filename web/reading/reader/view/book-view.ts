import { Overlayer } from 'foliate-js/overlayer.js'
import type { Target } from 'foliate-js/paginator.js'
import { SectionProgress } from 'foliate-js/progress.js'
import type { Annotation } from '#shared/api/reader/annotation.ts'
import type { Outline } from '#shared/api/reader/reading.ts'
import { entryBase, hasSameWords, readEntryAddress } from '#shared/book-text.ts'
import { findFile } from '#web/frame/session/site-files.ts'
import { fontOf, markLetters } from './book-fonts.ts'
import { BookMarks, type ShownSection } from './book-marks.ts'
import { showBackground } from './book-pictures.ts'
import { BookPages, type OverlayRequest } from './book-pages.ts'
import { bookStyles, isDark, type Paper } from './book-styles.ts'
import { type ConvertScript, convertDocument, widenLetters } from './convert-document.ts'
import { beginOf, chapterAt } from './chapter-at.ts'
import { type ChapterExtent, chapterExtent } from './chapter-extent.ts'
import { amountLeft, pageInChapter } from './chapter-left.ts'
import type { TextAmount } from './text-amount.ts'
import type { FixedPages } from './fixed-pages.ts'
import { markInk } from './mark-ink.ts'
import { markCentred, markLayout } from './mark-layout.ts'
import { maxWait, PageQueue } from './page-queue.ts'
import { type LinkEvents, LinkFollower } from './link-follower.ts'
import { locatorOf, readLocator } from './locators.ts'
import { isFixedLayout, isLastInOrder } from './page-spreads.ts'
import type { RareReadings } from './rare-readings.ts'
import type { ReadingSettings } from './reading-settings.ts'
import type { Relocation } from './relocation.ts'
import { boxOnPage, watchDocument, type DocumentEvents } from './watch-document.ts'

/** Position of the visible page in the book. */
export interface ReadingPosition {
  /** Locator of the place that the user has chosen on the visible page, or of the visible page. */
  locator: string
  /** Locator of the visible page. */
  page: string
  fraction: number
  section: number
  /** Index of the current chapter in the book's contents; -1 before the first chapter. */
  chapter: number
  /** Number of the current position in the book's list of positions, which is independent of the page size. */
  place: { current: number; total: number }
  /** First words at the place of the locator, at most 60 characters. */
  words: string
}

interface ViewSettings {
  settings: ReadingSettings
  paper: Paper
  convert: ConvertScript | null
}

export interface ViewEvents extends DocumentEvents, LinkEvents {
  /** Called when the position in the book changed, by the user or because the pages were laid out again. */
  moved(position: ReadingPosition, isByUser: boolean): void
  /** Called before `moved` with the text of the visible page; `isTurn` tells whether the user has moved there. */
  pageShown(page: Range, isTurn: boolean): void
  /** A section of the book was shown, or an empty page in its place if the section could not be loaded. */
  shown(isLoaded: boolean): void
  /** The site has another text in place of the one that is shown. */
  replaced(): void
}

/**
 * URL of the page that is shown for a section that could not be loaded. This page inherits the reader's content
 * security policy, which blocks the book's styles, but an empty page needs no styles.
 */
const emptyPage = 'about:blank'

/** Paths of the book sections loaded in this window; the browser can load these again without a network. */
const loadedSections = new Set<string>()
/** Timeout of the request for a section in milliseconds; it is shorter than the page queue's wait for the section. */
const sectionTimeout = maxWait - 1000

/** A place in the book; `range` is null until its section is loaded. */
interface Anchor {
  section: number
  locator: string
  range: Range | null
}

/** Shows one book in one element: provides the sections to the paginator of foliate-js and translates its events. */
export class BookView {
  readonly #outline: Outline
  readonly #events: ViewEvents
  readonly #progress: SectionProgress
  readonly #pages: BookPages
  readonly #base: string
  #view: ViewSettings
  readonly #marks = new BookMarks(() => this.#shownSections)
  readonly #queue = new PageQueue()
  readonly #links: LinkFollower
  #isSectionLoaded = true
  /**
   * The place that the user has last chosen or reached. It counts as the reading position while it is on the visible
   * page, however wide the pages are, and while its section cannot be loaded.
   */
  #anchor: Anchor | null = null
  /** Fragment of the chapter that the user has last chosen in the contents; empty if it is the start of a section. */
  #chosen = ''
  #visible: Range | null = null
  position: ReadingPosition | null = null

  constructor(outline: Outline, view: ViewSettings, events: ViewEvents, fixed: FixedPages | null) {
    this.#outline = outline
    this.#view = view
    this.#events = events
    this.#base = entryBase(outline)
    this.#links = new LinkFollower(outline, events, this.hrefOf, (section, id) => this.goToSection(section, id))
    const sections = outline.sections.map(({ size, isAside }) => ({ size, linear: isAside ? 'no' : 'yes' }))
    this.#progress = new SectionProgress(sections, 1500, 1600)
    this.#pages = new BookPages({
      outline,
      settings: view.settings,
      fixed,
      addressOf: (index) => this.#addressOf(outline.sections[index]?.path ?? ''),
      loaded: (part) => this.#loaded(part),
      relocated: (relocation) => this.#relocated(relocation),
      overlaid: (request) => this.#overlay(request),
    })
  }

  mount(host: HTMLElement) {
    this.#pages.mount(host)
    this.applySettings(this.#view)
  }

  destroy() {
    this.#pages.destroy()
  }

  applySettings(view: ViewSettings) {
    this.#view = view
    void this.#pages.applySettings(
      view.settings,
      bookStyles(view.settings, fontOf(view.settings.font, this.#outline), view.paper),
    )
    this.#marks.drawAll()
    this.#markInk()
  }

  /** Examines the pictures of the shown sections, whose ink matters on dark paper only. */
  #markInk() {
    if (isDark(this.#view.paper)) for (const { doc } of this.#shownSections) markInk(doc)
  }

  hrefOf = (path: string) => this.#base + path.split('/').map(encodeURIComponent).join('/')

  /**
   * Returns the URL of a section, or of an empty page if the section cannot be loaded. The section is requested in
   * advance, because a frame does not report a failure and foliate-js would wait forever.
   */
  async #addressOf(path: string): Promise<string> {
    return (await this.#canLoad(path)) ? this.hrefOf(path) : emptyPage
  }

  /**
   * Returns whether the server provides a section. If another text has replaced that of the outline, it leads to the
   * new one, in which the outline and the locators of the old one are wrong.
   */
  async #canLoad(path: string): Promise<boolean> {
    const href = this.hrefOf(path)
    if (loadedSections.has(href)) return true
    const found = await findFile(href, sectionTimeout)
    if (found === undefined) return false
    const isReplaced = !hasSameWords(readEntryAddress(found).version, this.#outline.version)
    if (isReplaced) this.#events.replaced()
    return !isReplaced
  }

  /** Returns whether the server provides the section at the current position. */
  async canLoadSection(): Promise<boolean> {
    const section = this.#outline.sections[this.position?.section ?? -1]
    return section !== undefined && this.#canLoad(section.path)
  }

  /** Goes to a locator (EPUB CFI), or to a fraction of the book if the locator is empty or invalid. */
  async goTo(locator: string, fraction = 0) {
    const place = locator === '' ? null : readLocator(locator)
    if (place === null || place.section >= this.#outline.sections.length) return this.goToFraction(fraction)
    await this.#goToPlace(place.section, (document) => place.find(document), locator)
  }

  async goToFraction(fraction: number) {
    const [index, anchor] = this.#progress.getSection(fraction)
    this.#anchor = null
    await this.#go({ index, anchor })
  }

  async goToSection(index: number, fragment = '') {
    this.#chosen = fragment
    await this.#goToPlace(index, (document) => document.getElementById(fragment))
  }

  /** Follows a link of a section; `box` is the box of the link on the page. */
  follow = (link: Element, section: number, box: DOMRect) => this.#links.follow(link, section, box, this.#view.convert)

  async goToRange(section: number, range: Range) {
    await this.#goToPlace(section, () => range)
  }

  /** Goes to a search hit and outlines it, until another hit is shown or `clearFound` is called. */
  async showFound(section: number, locator: string) {
    this.clearFound()
    await this.goTo(locator)
    this.#marks.showFound({ section, locator })
  }

  clearFound = () => this.#marks.showFound(null)
  showAnnotations = (annotations: Annotation[]) => this.#marks.showAnnotations(annotations)
  markSpoken = (range: Range | null) => this.#marks.showSpoken(range)
  showReadings = (readings: RareReadings | null) => this.#marks.showReadings(readings)

  /** The first loaded section of the book; undefined while none is loaded. */
  get shownSection(): ShownSection | undefined {
    return this.#shownSections[0]
  }

  /** Returns a section if it is loaded. Two pages side by side may belong to two loaded sections. */
  findShown(section: number): ShownSection | undefined {
    return this.#shownSections.find(({ index }) => index === section)
  }

  get #shownSections(): ShownSection[] {
    return this.#pages.getContents().filter(({ doc, overlayer }) => doc?.body && overlayer)
  }

  /** Returns whether the beginning of a range of the loaded section is on the visible page. */
  isVisible(range: Range): boolean {
    const [box] = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    if (box === undefined) return false
    const { x: left, y: top, width, height } = boxOnPage(range.startContainer.ownerDocument, box)
    const page = this.#pages.element.getBoundingClientRect()
    const [x, y] = [left + Math.min(width, 4) / 2, top + Math.min(height, 4) / 2]
    return x >= page.left && x <= page.right && y >= page.top && y <= page.bottom
  }

  next = () => this.#queue.turn(() => this.#pages.turn(1))
  previous = () => this.#queue.turn(() => this.#pages.turn(-1))
  focus = () => this.#pages.focus()

  /** Whether pages are turned, not scrolled, at the current position. */
  get isPaged(): boolean {
    return this.#pages.isPaged
  }

  /** Whether pages of a fixed size are shown, to which settings of the text do not apply. */
  get isFixed(): boolean {
    return this.#pages.isFixed
  }

  /** Returns where in the book a range of text begins that the user selected. */
  locate(range: Range): Pick<ReadingPosition, 'locator' | 'fraction' | 'chapter' | 'section'> {
    const doc = range.startContainer.ownerDocument
    const section = this.#pages.getContents().find((shown) => shown.doc === doc)?.index ?? 0
    const fraction = this.position?.section === section ? this.position.fraction : 0
    return {
      locator: locatorOf(section, range),
      fraction,
      section,
      chapter: chapterAt(this.#outline.contents, section, range),
    }
  }

  /** Returns the page of the current chapter; null if its pages cannot be counted, because it is not all loaded. */
  pageOfChapter(): { current: number; total: number } | null {
    const extent = this.#chapterExtent()
    return extent && pageInChapter(this.#pages.paginator, extent)
  }

  /** Returns how much text of the current chapter is left; null while no section is loaded. */
  textLeft(): TextAmount | null {
    const extent = this.#chapterExtent()
    const { size = 0 } = this.#outline.sections[this.position?.section ?? -1] ?? {}
    return extent && this.#visible && amountLeft(extent, this.#visible, size)
  }

  #chapterExtent(): ChapterExtent | null {
    const { section = -1, chapter = -1 } = this.position ?? {}
    const shown = this.#isSectionLoaded ? this.findShown(section) : undefined
    return shown ? chapterExtent(this.#outline, chapter, section, shown.doc) : null
  }

  deselect() {
    for (const { doc } of this.#pages.getContents()) doc.getSelection()?.removeAllRanges()
  }

  /** Goes to a place in a section, or to the beginning of the section if `find` returns null. */
  async #goToPlace(section: number, find: (document: Document) => Element | Range | null, locator = '') {
    this.#anchor = { section, locator, range: null }
    await this.#go({
      index: section,
      anchor: (document) => {
        const place = find(document)
        const range = place !== null && 'localName' in place ? beginOf(place) : place
        if (range !== null) this.#anchor = { section, locator: locator || locatorOf(section, range), range }
        else this.#anchor = this.#isSectionLoaded ? null : { section, locator, range: null }
        return place ?? 0
      },
    })
  }

  async #go(target: Target) {
    await this.#queue.jump(() => this.#pages.goTo(target))
  }

  #loaded({ doc, index }: { doc: Document; index: number }) {
    this.#isSectionLoaded = this.#pages.getContents().every((shown) => shown.doc?.URL !== emptyPage)
    if (doc.URL !== emptyPage) loadedSections.add(doc.URL.slice(location.origin.length))
    this.#events.shown(this.#isSectionLoaded)
    const { convert, settings } = this.#view
    markLetters(doc, this.#outline.language)
    doc.defaultView?.frameElement?.setAttribute('title', '正文')
    const section = this.#outline.sections[index]
    const isFixed = isFixedLayout(section)
    if (!isFixed) showBackground(doc)
    markLayout(doc)
    if (section?.isCentred) markCentred(doc)
    if (convert !== null || settings.isVertical) convertDocument(doc, convert, settings.isVertical && !isFixed)
    widenLetters(doc)
    if (isFixed) queueMicrotask(() => this.#marks.drawAll())
    watchDocument(doc, {
      ...this.#events,
      annotationAt: (point) => this.#marks.annotationAt(index, point),
      followed: (link, box) => void this.follow(link, index, box),
    })
  }

  #relocated({ reason, index, range, fraction = 0, size = 0, lastIndex = index }: Relocation) {
    const isAtEnd = isLastInOrder(this.#outline.sections, lastIndex) && fraction + size > 0.999
    const progress = this.#progress.getProgress(index, this.#isSectionLoaded ? fraction : 0)
    const isTurn = !['navigation', 'selection', 'anchor'].includes(reason ?? '')
    this.#visible = range
    const { locator, range: place } = this.#anchorOn(index, range, isTurn)
    const rest = range.cloneRange()
    if (place !== null) rest.setStart(place.startContainer, place.startOffset)
    this.position = {
      locator,
      page: locatorOf(index, range),
      fraction: this.#isSectionLoaded && isAtEnd ? 1 : Math.min(1, progress.fraction || 0),
      place: { current: progress.location.current + 1, total: progress.location.total },
      section: index,
      chapter: chapterAt(this.#outline.contents, index, range, this.#chosen),
      words: rest.toString().replace(/\s+/g, ' ').trim().slice(0, 60),
    }
    this.#events.pageShown(range, isTurn)
    this.#events.moved(this.position, this.#isSectionLoaded && reason !== 'anchor')
  }

  /**
   * Returns the anchor if it is on the visible page, or if its section is not loaded. A page that the user has turned
   * to becomes the next anchor, and so does a page that does not contain the old one.
   */
  #anchorOn(section: number, page: Range, isTurn: boolean): Anchor {
    const seen = { section, locator: locatorOf(section, page), range: page }
    const anchor = this.#anchor
    if (anchor?.section === section) {
      const { locator, range } = anchor
      if (range === null) return locator === '' ? seen : anchor
      if (!isTurn && this.#isOnPage(range, page)) return anchor
    }
    return (this.#anchor = seen)
  }

  #isOnPage(range: Range, page: Range): boolean {
    // For scrolled text, foliate-js reports a range that excludes a line of which a part is out of view.
    return this.isPaged ? page.isPointInRange(range.startContainer, range.startOffset) : this.isVisible(range)
  }

  #overlay({ doc, attach }: OverlayRequest) {
    attach(new Overlayer(doc))
    // The highlights are drawn later, because foliate-js provides the new section only after this event.
    queueMicrotask(() => {
      this.#marks.drawAll()
      this.#markInk()
    })
  }
}
