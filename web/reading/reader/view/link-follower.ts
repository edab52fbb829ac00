import type { Outline } from '#shared/api/reader/reading.ts'
import { readEntryAddress } from '#shared/book-text.ts'
import { type ConvertScript, convertDocument } from './convert-document.ts'
import { fetchSection } from './fetch-section.ts'
import { findFootnote, mayLeadToNote } from './find-footnote.ts'
import type { Footnote } from './footnote.ts'

export interface LinkEvents {
  /** Called when the user followed a link to another site or to an email address. */
  externalLink(href: string): void
  /** Called when the user followed a link within the book whose target is not a note. */
  jumped(): void
  /** Called when the user followed a link to a note of the book. */
  footnoteOpened(footnote: Footnote): void
}

interface LinkTarget {
  section: number
  fragment: string
}

/** Milliseconds to wait for the document of a note in another section, before the reader goes to that section. */
const noteTimeout = 4000

/** Follows the links of a book: shows notes beside the text, and goes to the targets of all other links. */
export class LinkFollower {
  readonly #outline: Outline
  readonly #events: LinkEvents
  readonly #hrefOf: (path: string) => string
  readonly #goTo: (section: number, fragment: string) => Promise<void>
  /** Number of links that the user has followed; a note that arrives after the next link is not shown. */
  #count = 0

  constructor(
    outline: Outline,
    events: LinkEvents,
    hrefOf: (path: string) => string,
    goTo: (section: number, fragment: string) => Promise<void>,
  ) {
    this.#outline = outline
    this.#events = events
    this.#hrefOf = hrefOf
    this.#goTo = goTo
  }

  /** Follows a link of the section with index `from`; `box` is the box of the link on the page. */
  async follow(link: Element, from: number, box: DOMRect, convert: ConvertScript | null) {
    const count = (this.#count += 1)
    const href = link.getAttribute('href') ?? ''
    if (/^(https?:\/\/|mailto:)/i.test(href)) return this.#events.externalLink(href)
    const target = this.#targetOf(href, from)
    if (target === null) return
    const element = mayLeadToNote(link) ? await this.#findNote(link, from, target, convert) : null
    if (count !== this.#count) return
    if (element !== null) return this.#events.footnoteOpened({ element, link, box, ...target })
    this.#events.jumped()
    await this.#goTo(target.section, target.fragment)
  }

  #targetOf(href: string, from: number): LinkTarget | null {
    const url = new URL(href, location.origin + this.#hrefOf(this.#outline.sections[from]?.path ?? ''))
    // The address of a link has another version than the outline if the program was updated after the book was opened.
    const pathOf = (pathname: string) => readEntryAddress(pathname).path
    const target = pathOf(url.pathname)
    const section = this.#outline.sections.findIndex(({ path }) => pathOf(this.#hrefOf(path)) === target)
    return section < 0 ? null : { section, fragment: decodeURIComponent(url.hash.slice(1)) }
  }

  /** Returns the note at a target of a link; null if it is no note, or if its section cannot be fetched. */
  async #findNote(link: Element, from: number, { section, fragment }: LinkTarget, convert: ConvertScript | null) {
    const documentOf = async (): Promise<Document> => {
      if (section === from) return link.ownerDocument
      const path = this.#hrefOf(this.#outline.sections[section]?.path ?? '')
      const doc = await fetchSection(path, AbortSignal.timeout(noteTimeout))
      if (convert !== null) convertDocument(doc, convert, false)
      return doc
    }
    const doc = await documentOf().catch(() => null)
    const target = doc?.getElementById(fragment) ?? null
    return target && findFootnote(link, target)
  }
}
