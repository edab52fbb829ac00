import { writeZip } from '#server/engines/epub/zip-writer.ts'

interface RenditionItem {
  /** The path of the file, relative to the folder of the package document. */
  href: string
  data: string | Buffer
  type?: string
  /** The properties of the file in the spine. */
  properties?: string
  /** Whether the file is a part of the spine. */
  isInSpine?: boolean
  /** The id of the file that a reader shows instead, if it does not support this one. */
  fallback?: string
}

interface RenditionOptions {
  /** Values of the properties with the prefix `rendition:`, in order. */
  rendition?: [property: string, value: string][]
  direction?: 'ltr' | 'rtl' | 'default'
  language?: string
  metadata?: string
  files?: Record<string, string>
}

/** Returns an XHTML document of a book. `viewport` is the size of a page with a fixed layout. */
export function pageOf(body: string, viewport = '', head = ''): string {
  const meta = viewport === '' ? '' : `<meta name="viewport" content="${viewport}"/>`
  return `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>页</title>${meta}${head}</head><body>${body}</body></html>`
}

/** Returns an EPUB 3 of the given files. The metadata of its package states how a reader should display the book. */
export function renditionEpub(items: RenditionItem[], options: RenditionOptions = {}): Buffer {
  const { rendition = [], direction = 'ltr', language = 'zh', metadata = '', files = {} } = options
  const metas = rendition.map(([property, value]) => `<meta property="rendition:${property}">${value}</meta>`).join('')
  const manifest = items.map(
    ({ href, type = 'application/xhtml+xml', fallback }, at) =>
      `<item id="i${at}" href="${href}" media-type="${type}"${fallback ? ` fallback="i${items.findIndex((other) => other.href === fallback)}"` : ''}/>`,
  )
  const spine = items.flatMap(({ properties, isInSpine = true }, at) =>
    isInSpine ? [`<itemref idref="i${at}"${properties ? ` properties="${properties}"` : ''}/>`] : [],
  )
  const links = items
    .filter(({ isInSpine = true }) => isInSpine)
    .map(({ href }) => `<li><a href="${href}">${href}</a></li>`)
  const all: Record<string, string | Buffer> = {
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="EPUB/a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'EPUB/a.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="i">urn:uuid:3f0d1a2e-0000-4000-8000-00000000000b</dc:identifier><dc:title>画</dc:title><dc:language>${language}</dc:language>${metas}${metadata}</metadata><manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${manifest.join('')}</manifest>
<spine page-progression-direction="${direction}">${spine.join('')}</spine></package>`,
    'EPUB/nav.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>${links.join('')}</ol></nav></body></html>`,
    ...Object.fromEntries(items.map(({ href, data }) => [`EPUB/${href}`, data])),
    ...files,
  }
  return writeZip([
    { name: 'mimetype', data: Buffer.from('application/epub+zip'), isStored: true },
    ...Object.entries(all).map(([name, data]) => ({ name, data: Buffer.from(data as string) })),
  ])
}
