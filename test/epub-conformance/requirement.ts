import type { Frame, Page } from 'playwright'
import type { ImportVerdict } from '#shared/api/book/library-admin.ts'
import type { Outline } from '#shared/api/reader/reading.ts'
import { writeZip } from '#server/engines/epub/zip-writer.ts'

/** The groups of requirements, named after the chapters of the EPUB 3.3 specification for reading systems. */
export const groups = {
  pub: 'publication resources',
  ocf: 'container',
  pkg: 'package',
  cnt: 'content documents',
  css: 'style sheets',
  nav: 'navigation',
  fxl: 'fixed layout',
  lay: 'flow and placement',
  voc: 'prefixes and semantics',
} as const
export type Group = keyof typeof groups

/** A requirement of the specification, with a check that uses a book made for it. */
interface Requirement {
  group: Group
  level: 'must' | 'should'
  says: string
  /** Checks the requirement by assertions. A requirement without a check is not met, for the stated `reason`. */
  check?: (book: ReadBook) => Promise<void> | void
  reason?: string
}

/**
 * A book that was made for these tests, with the requirements that are checked with it. `epub` is null if none of the
 * requirements has a check.
 */
export interface ConformanceBook {
  title: string
  epub: (() => Buffer | Promise<Buffer>) | null
  requirements: Requirement[]
}

/** A book that was imported by an editor and can be read on a test site. */
export interface ReadBook {
  verdict: ImportVerdict
  bookId: string
  outline: Outline
  /** Requests a file of the book as the frames of the reader do. */
  get(path: string): Promise<{ status: number; type: string; text: string }>
  /** Requests a page of the site, such as `/book/…`, and returns its HTML. */
  page(path: string): Promise<string>
  /**
   * Calls `look`, which changes nothing, as soon as a section contains `text`, in a reader that is shared with other
   * such looks on a desktop.
   */
  glance(text: string, look: (frame: Frame) => Promise<void>): Promise<void>
  /** Opens a reader of its own and calls `look` as soon as a section contains `text`. */
  read(text: string, look: (frame: Frame, page: Page) => Promise<void>, screen?: 'phone' | 'desktop'): Promise<void>
}

interface Item {
  href: string
  /** The content of the file; null if the manifest lists a file that the archive does not contain under this name. */
  data: string | Buffer | null
  id?: string
  type?: string
  fallback?: string
  /** The properties of the file in the manifest. */
  is?: string
  /** The properties of the file in the spine; null leaves the file out of the spine. */
  spine?: string | null
  isLinear?: boolean
  /** Whether the manifest does not list the file. */
  isUnlisted?: boolean
}

interface Draft {
  items: Item[]
  /**
   * Metadata elements in addition to the identifier, the language and the date of modification. If they contain no
   * title, the title of the book is added.
   */
  metadata?: string
  /** XML of further items of the spine, which follow those of `items`. */
  spine?: string
  packageAttributes?: string
  spineAttributes?: string
  /** XML of elements of the package that follow the spine. */
  afterSpine?: string
  version?: string
  /** Markup of the body of the navigation document; by default it has a link to every section. */
  nav?: string
  /** The path of the package document in the archive; `EPUB/a.opf` by default. */
  path?: string
  container?: string
  /** The contents of further files of the archive by their path in it. */
  files?: Record<string, string | Buffer>
}

const namespaces = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'

/**
 * Returns an XHTML document. `head` is markup in its head, and `root` contains further attributes of its root element.
 */
export function xhtml(body: string, { head = '', root = '' } = {}): string {
  return `<?xml version="1.0" encoding="utf-8"?><html ${namespaces}${root}><head><title>页</title>${head}</head><body>${body}</body></html>`
}

export const style = (css: string) => ({ head: `<style>${css}</style>` })

export function rootfile(path: string, type = 'application/oebps-package+xml'): string {
  return `<rootfile full-path="${path}" media-type="${type}"/>`
}

export function container(rootfiles: string, more = ''): string {
  return `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>${rootfiles}</rootfiles>${more}</container>`
}

export function packageOf(title: string, draft: Draft): string {
  const { items, metadata = '', version = '3.0', packageAttributes = '', spineAttributes = '', afterSpine = '' } = draft
  const titles = metadata.includes('<dc:title') ? '' : `<dc:title>${title}</dc:title>`
  const manifest = items
    .map((item, at) => ({ id: `i${at}`, type: 'application/xhtml+xml', ...item }))
    .filter(({ isUnlisted }) => !isUnlisted)
  const idOf = (href: string) => manifest.find((item) => item.href === href)?.id ?? href
  const attribute = (name: string, value?: string) => (value === undefined ? '' : ` ${name}="${value}"`)
  return `<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" version="${version}" unique-identifier="i"${packageAttributes}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:identifier id="i">urn:uuid:3f0d1a2e-0000-4000-8000-00000000000c</dc:identifier>
${titles}<dc:language>zh</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>${metadata}</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
${manifest.map(({ id, href, type, is, fallback }) => `<item id="${id}" href="${href}" media-type="${type}"${attribute('properties', is)}${attribute('fallback', fallback && idOf(fallback))}/>`).join('\n')}</manifest>
<spine${spineAttributes}>${manifest
    .filter(({ spine, type }) => spine !== null && (spine !== undefined || type === 'application/xhtml+xml'))
    .map(
      ({ id, spine, isLinear = true }) =>
        `<itemref idref="${id}"${isLinear ? '' : ' linear="no"'}${attribute('properties', spine ?? undefined)}/>`,
    )
    .join('')}${draft.spine ?? ''}</spine>${afterSpine}</package>`
}

/**
 * Returns an EPUB with the given title. Its spine contains every XHTML document whose `spine` is not null, and every
 * other file whose `spine` is given.
 */
export function epubOf(title: string, draft: Draft): Buffer {
  const { items, nav, path = 'EPUB/a.opf', files = {} } = draft
  const folder = path.includes('/') ? `${path.slice(0, path.lastIndexOf('/'))}/` : ''
  const links = items.filter(({ spine, type }) => spine !== null && type === undefined)
  const usualNav = `<nav epub:type="toc"><ol>${links.map(({ href }) => `<li><a href="${href}">${href}</a></li>`).join('')}</ol></nav>`
  const all: Record<string, string | Buffer> = {
    'META-INF/container.xml': draft.container ?? container(rootfile(path)),
    [path]: packageOf(title, draft),
    [`${folder}nav.xhtml`]: xhtml(nav ?? usualNav),
    ...Object.fromEntries(
      items.flatMap(({ href, data }) => (data === null ? [] : [[folder + decodeURIComponent(href), data]])),
    ),
    ...files,
  }
  return writeZip([
    { name: 'mimetype', data: Buffer.from('application/epub+zip'), isStored: true },
    ...Object.entries(all).map(([name, data]) => ({ name, data: Buffer.from(data as string) })),
  ])
}
