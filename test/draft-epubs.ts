import { deflateRawSync } from 'node:zlib'
import { writeZip, type ZipPart } from '#server/engines/epub/zip-writer.ts'

const container = '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>'

interface EpubDraft {
  /** Files of the EPUB archive by path: a string or buffer replaces the usual content, and null omits the file. */
  parts?: Record<string, string | Buffer | null>
  body?: string
  first?: ZipPart[]
}

/**
 * Returns a small EPUB 2. `parts` replaces or omits some of its files, and `first` are files at the beginning of the
 * archive.
 */
export function draftEpub({
  parts = {},
  body = '<h1>第一章</h1><p>山中有一座城。</p>',
  first = [],
}: EpubDraft = {}): Buffer {
  const usual: Record<string, string | Buffer | null> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/content.opf': opf(),
    'OEBPS/toc.ncx':
      '<ncx><navMap><navPoint><navLabel><text>第一章</text></navLabel><content src="c1.xhtml"/></navPoint></navMap></ncx>',
    'OEBPS/c1.xhtml': page(body),
    ...parts,
  }
  const entries = Object.entries(usual).filter(([, data]) => data !== null)
  return writeZip([
    ...first,
    ...entries.map(([name, data]) => ({ name, data: Buffer.from(data as string), isStored: name === 'mimetype' })),
  ])
}

export function page(body: string) {
  return `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>山城</title></head><body>${body}</body></html>`
}

export function opf({ title = '山城记', author = '某人', manifest = '', spine = '<itemref idref="c1"/>' } = {}) {
  return `<package version="2.0" unique-identifier="i"><metadata><dc:identifier id="i">x</dc:identifier><dc:title>${title}</dc:title>
<dc:creator>${author}</dc:creator><dc:language>zh-CN</dc:language></metadata><manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>${manifest}</manifest><spine toc="ncx">${spine}</spine></package>`
}

/** Returns an EPUB whose small archive decompresses to 31 MB. */
export function bombEpub(): Buffer {
  return draftEpub({ parts: { 'OEBPS/c1.xhtml': Buffer.alloc(31 * 1024 * 1024, 'a') } })
}

/** Returns an EPUB whose archive directory declares a smaller size than a file really has. */
export function lyingBomb(): Buffer {
  const zip = draftEpub({ parts: { 'OEBPS/c1.xhtml': Buffer.alloc(40 * 1024 * 1024, 'a') } })
  const packed = deflateRawSync(Buffer.alloc(40 * 1024 * 1024, 'a'), { level: 9 }).length
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4))
    if (zip.readUInt32LE(at + 20) === packed) zip.writeUInt32LE(1000, at + 24)
  return zip
}
