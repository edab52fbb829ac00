import type { EpubBook, EpubMetadata, TocEntry } from './epub-model.ts'
import { escapeHtml } from '#shared/escape.ts'
import { navPage, ncxPage } from './write-contents.ts'
import { xhtmlPage } from './xhtml-page.ts'
import { writeZip } from './zip-writer.ts'

const folder = 'EPUB'
const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="${folder}/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

/**
 * Returns a book as an EPUB 3 file that EPUB 2 reading apps can open, too. The same book always results in the same
 * bytes.
 */
export function writeEpub(book: EpubBook): Buffer {
  const documents = book.cover === null ? book.documents : [coverDocument(book, book.cover), ...book.documents]
  const toc = book.toc.length > 0 ? book.toc : tocOfFirstDocument(book)
  const parts: [string, string | Uint8Array][] = [
    ['package.opf', packageFile({ ...book, documents })],
    ['nav.xhtml', navPage(book.metadata, toc)],
    ['toc.ncx', ncxPage(book.metadata, toc)],
    ...documents.map(({ href, xhtml }): [string, string] => [href, xhtml]),
    ...book.resources.map(({ href, data }): [string, Uint8Array] => [href, data]),
  ]
  return writeZip([
    { name: 'mimetype', data: Buffer.from('application/epub+zip'), isStored: true },
    { name: 'META-INF/container.xml', data: Buffer.from(container) },
    ...parts.map(([name, data]) => ({ name: `${folder}/${name}`, data: Buffer.from(data as Uint8Array) })),
  ])
}

function tocOfFirstDocument({ documents, metadata }: EpubBook): TocEntry[] {
  return documents.slice(0, 1).map(({ href }) => ({ title: metadata.title, href, children: [] }))
}

function coverDocument({ metadata }: EpubBook, cover: string) {
  const body = `<div class="cover"><img src="${escapeHtml(encodeURI(cover))}" alt="${escapeHtml(`《${metadata.title}》封面`)}"/></div>`
  return { href: 'cover.xhtml', xhtml: xhtmlPage({ ...metadata, body, type: 'cover' }) }
}

function packageFile({ metadata, documents, resources, cover }: EpubBook): string {
  const items = [
    ...documents.map(({ href, xhtml }, index) => item(`d${index}`, href, 'application/xhtml+xml', propertiesOf(xhtml))),
    ...resources.map(({ href, type }, index) => item(`r${index}`, href, type, href === cover ? 'cover-image' : '')),
  ]
  const coverId = resources.findIndex(({ href }) => href === cover)
  return `<?xml version="1.0" encoding="UTF-8"?>
<package version="3.0" unique-identifier="id" xml:lang="${escapeHtml(metadata.language)}" xmlns="http://www.idpf.org/2007/opf">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${describe(metadata)}${coverId < 0 ? '' : `\n    <meta name="cover" content="r${coverId}"/>`}
  </metadata>
  <manifest>
${item('nav', 'nav.xhtml', 'application/xhtml+xml', 'nav')}
${item('ncx', 'toc.ncx', 'application/x-dtbncx+xml')}
${items.join('\n')}
  </manifest>
  <spine toc="ncx">
${documents.map((_, index) => `    <itemref idref="d${index}"/>`).join('\n')}
  </spine>
</package>
`
}

function item(id: string, href: string, type: string, properties = '') {
  const propertiesAttribute = properties === '' ? '' : ` properties="${properties}"`
  return `    <item id="${id}" href="${escapeHtml(encodeURI(href))}" media-type="${escapeHtml(type)}"${propertiesAttribute}/>`
}

/**
 * Returns the properties that the EPUB manifest must declare for a document, such as `svg` for a document with
 * drawings.
 */
function propertiesOf(xhtml: string) {
  return [/<svg[\s>]/.test(xhtml) && 'svg', /<math[\s>]/.test(xhtml) && 'mathml'].filter(Boolean).join(' ')
}

function describe({
  identifier,
  title,
  creators,
  language,
  rights,
  source,
  modified,
  description,
  subjects = [],
}: EpubMetadata) {
  const lines: [string, string][] = [
    ['dc:identifier id="id"', identifier],
    ['dc:title', title],
    ...creators.map((creator): [string, string] => ['dc:creator', creator]),
    ['dc:language', language],
    ['dc:rights', rights],
    ['dc:source', source],
    ...(description ? [['dc:description', description] as [string, string]] : []),
    ...subjects.map((subject): [string, string] => ['dc:subject', subject]),
    ['meta property="dcterms:modified"', modified],
  ]
  return lines
    .filter(([, value]) => value !== '')
    .map(([tag, value]) => `    <${tag}>${escapeHtml(value)}</${tag.split(' ')[0]}>`)
    .join('\n')
}
