import { fail } from '#shared/api/failure.ts'
import { cleanDocument } from './clean-document.ts'
import type { EpubBook, TocEntry } from '#server/epub/epub-model.ts'
import { assignNames, isDocument, type NewNames } from './new-names.ts'
import { readResources } from './read-resources.ts'
import { readContents } from './read-contents.ts'
import {
  type EpubPackage,
  findName,
  findPackageName,
  type PackageItem,
  readPackage,
  resolveHref,
} from '#server/epub/read-package.ts'
import type { ReadFile } from './read-text-file.ts'
import { findAll, findFirst, readXml, textOf } from '#server/epub/xml-tree.ts'
import { openZip, type Zip } from '#server/epub/zip-reader.ts'

/**
 * Reads an EPUB 2 or 3 file into a new book. Documents, styles and images are cleaned, and all files get new names.
 * Damage that reading apps tolerate is repaired and reported as a warning. Throws a `Failure` if there is nothing to
 * read.
 */
export async function readEpub(bytes: Buffer): Promise<ReadFile> {
  const zip = await openZip(bytes)
  const warnings = new Set<string>()
  const warn = (problem: string) => void warnings.add(problem)
  if (zip.names[0] !== 'mimetype') warn('mimetype 不在最前，已重新打包')
  await refuseEncrypted(zip)
  const opfName = await findPackageName(zip, warn)
  if (opfName === undefined) fail('invalid', '这个压缩包里没有内容清单（OPF），不是 EPUB')
  const opf = await readPackage(zip, opfName)
  const items = repairItems(zip, opf, warn)
  const spine = repairSpine(opf, items, warn)
  const names = assignNames(zip, items, spine)
  const metadata = { ...opf.metadata, language: opf.metadata.language || 'zh' }
  const { documents, headings } = await readDocuments(zip, spine, names, metadata, warn)
  const resources = await readResources(zip, names, warn)
  const toc = repairToc(await readContents(zip, opf, names, warn), idsOf(documents))
  const cover = names.of(items.find(({ id }) => id === opf.coverId)?.name ?? '')
  const book: EpubBook = {
    metadata,
    documents,
    toc: toc.length > 0 ? toc : headings,
    resources,
    cover:
      cover !== null && resources.some(({ href, type }) => href === cover && type.startsWith('image/')) ? cover : null,
  }
  return { book, isbn: opf.isbn, warnings: [...warnings] }
}

/** Refuses encrypted EPUB books. Obfuscated fonts are accepted, because the text is readable without them. */
async function refuseEncrypted(zip: Zip) {
  const encryption = (await zip.read('META-INF/encryption.xml'))?.toString()
  const methods = encryption === undefined ? [] : findAll(readXml(encryption), 'encryptionmethod')
  const isEncrypted = methods.some(({ attribs }) => !/obfuscation|RC$/.test(attribs['Algorithm'] ?? ''))
  if (isEncrypted || zip.names.includes('META-INF/rights.xml')) fail('invalid', '这本书有数字版权锁（DRM），打不开')
}

/**
 * Returns those files listed in the EPUB's manifest that exist in the archive, with their exact names in the archive.
 */
function repairItems(zip: Zip, { items }: EpubPackage, warn: (problem: string) => void): PackageItem[] {
  return items.flatMap((item) => {
    const name = findName(zip, item.name)
    if (name === undefined) warn('清单里有文件不在包中，已略去')
    else if (name !== item.name) warn('有文件名的大小写与清单不一致，已改正')
    return name === undefined ? [] : [{ ...item, name }]
  })
}

function repairSpine({ spine }: EpubPackage, items: PackageItem[], warn: (problem: string) => void): PackageItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const named = [...new Set(spine)].flatMap((id) => byId.get(id) ?? [])
  const documents = named.filter(isDocument)
  if (named.length < spine.length) warn('阅读次序里有重复或不存在的章节，已略去')
  const rest = items.filter((item) => isDocument(item) && !item.properties.includes('nav'))
  if (documents.length > 0) return documents
  if (rest.length === 0) fail('invalid', '这个 EPUB 里没有一页可读的正文')
  warn('没有阅读次序，按清单的次序排列')
  return rest
}

async function readDocuments(
  zip: Zip,
  spine: PackageItem[],
  names: NewNames,
  metadata: EpubBook['metadata'],
  warn: (problem: string) => void,
) {
  const documents: EpubBook['documents'] = []
  const headings: TocEntry[] = []
  const style = names.firstStyle === null ? {} : { style: `../${names.firstStyle}` }
  for (const { name } of spine) {
    const text = decode((await zip.read(name)) ?? Buffer.alloc(0), warn)
    const href = names.of(name) ?? ''
    const hrefOf = (found: string) => {
      const target = resolveHref(name, found)
      const to = names.of(findName(zip, target.name) ?? '')
      return to === null ? null : `../${to}${target.fragment === '' ? '' : `#${encodeURIComponent(target.fragment)}`}`
    }
    const xhtml = cleanDocument(text, { title: metadata.title, language: metadata.language, hrefOf, warn, ...style })
    documents.push({ href, xhtml })
    const tree = readXml(xhtml)
    const title = textOf(['h1', 'h2', 'h3'].map((tag) => findFirst(tree, tag)).find(Boolean))
    if (title !== '') headings.push({ title: title.slice(0, 80), href, children: [] })
  }
  return { documents: repairFragments(documents), headings }
}

/**
 * Decodes a document of an EPUB by its declared encoding. If the declaration is wrong, as in many old books, the
 * encoding is detected.
 */
function decode(bytes: Buffer, warn: (problem: string) => void): string {
  const declared = /encoding=["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1]?.toLowerCase() ?? 'utf-8'
  const known = /^(utf-8|utf-16|utf-16le|utf-16be|gbk|gb2312|gb18030|big5)$/.test(declared) ? declared : 'utf-8'
  const detected =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : known
  try {
    return new TextDecoder(detected, { fatal: true }).decode(bytes)
  } catch {
    warn('有页面的编码与声明不符，已另行辨认')
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return new TextDecoder('gb18030').decode(bytes)
    }
  }
}

/**
 * Removes the fragment (`#…`) from links between the book's documents if the target document has no element with that
 * id.
 */
function repairFragments(documents: EpubBook['documents']): EpubBook['documents'] {
  const ids = idsOf(documents)
  return documents.map(({ href, xhtml }) => ({
    href,
    xhtml: xhtml.replace(/ href="\.\.\/([^"#]*)#([^"]*)"/g, (whole, path: string, fragment: string) =>
      ids.get(path)?.has(decodeURIComponent(fragment)) ? whole : ` href="../${path}"`,
    ),
  }))
}

/**
 * Repairs a table of contents: entries whose document is missing are replaced by their children, and entries with an
 * unknown fragment lead to the start of their document.
 */
function repairToc(entries: TocEntry[], ids: Map<string, Set<string>>): TocEntry[] {
  return entries.flatMap((entry) => {
    const children = repairToc(entry.children, ids)
    const [path = '', fragment = ''] = entry.href.split('#')
    const found = ids.get(path)
    return found ? [{ ...entry, children, href: found.has(fragment) ? entry.href : path }] : children
  })
}

function idsOf(documents: EpubBook['documents']) {
  return new Map(
    documents.map(({ href, xhtml }) => [
      href,
      new Set([...xhtml.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? '')),
    ]),
  )
}
