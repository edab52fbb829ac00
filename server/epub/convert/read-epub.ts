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
 * Reads an EPUB 2 or 3, however broken a reader would still show it, into a book of our own making: documents without scripts, clean
 * styles, pictures; new names throughout. Says what was mended; fails with a sentence where there is nothing to read.
 */
export async function readEpub(bytes: Buffer): Promise<ReadFile> {
  const zip = await openZip(bytes)
  const warnings = new Set<string>()
  const warn = (problem: string) => void warnings.add(problem)
  if (zip.names[0] !== 'mimetype') warn('mimetype 不在最前，已重新打包')
  await refuseLocked(zip)
  const opfName = await findPackageName(zip, warn)
  if (opfName === undefined) fail('invalid', '这个压缩包里没有内容清单（OPF），不是 EPUB')
  const opf = await readPackage(zip, opfName)
  const items = mendItems(zip, opf, warn)
  const spine = mendSpine(opf, items, warn)
  const names = assignNames(zip, items, spine)
  const metadata = { ...opf.metadata, language: opf.metadata.language || 'zh' }
  const { documents, headings } = await readDocuments(zip, spine, names, metadata, warn)
  const resources = await readResources(zip, names, warn)
  const toc = cut(await readContents(zip, opf, names, warn), idsOf(documents))
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

/** Fonts that are merely disguised do no harm; anything else that is locked cannot be read. */
async function refuseLocked(zip: Zip) {
  const encryption = (await zip.read('META-INF/encryption.xml'))?.toString()
  const methods = encryption === undefined ? [] : findAll(readXml(encryption), 'encryptionmethod')
  const isLocked = methods.some(({ attribs }) => !/obfuscation|RC$/.test(attribs['Algorithm'] ?? ''))
  if (isLocked || zip.names.includes('META-INF/rights.xml')) fail('invalid', '这本书有数字版权锁（DRM），打不开')
}

/** What the manifest declares and the archive has, under the name it has there. */
function mendItems(zip: Zip, { items }: EpubPackage, warn: (problem: string) => void): PackageItem[] {
  return items.flatMap((item) => {
    const name = findName(zip, item.name)
    if (name === undefined) warn('清单里有文件不在包中，已略去')
    else if (name !== item.name) warn('有文件名的大小写与清单不一致，已改正')
    return name === undefined ? [] : [{ ...item, name }]
  })
}

function mendSpine({ spine }: EpubPackage, items: PackageItem[], warn: (problem: string) => void): PackageItem[] {
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
  return { documents: withoutDeadLinks(documents), headings }
}

/** XML says its encoding; old books come in others all the same. */
function decode(bytes: Buffer, warn: (problem: string) => void): string {
  const said = /encoding=["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1]?.toLowerCase() ?? 'utf-8'
  const known = /^(utf-8|utf-16|utf-16le|utf-16be|gbk|gb2312|gb18030|big5)$/.test(said) ? said : 'utf-8'
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : known
  try {
    return new TextDecoder(marked, { fatal: true }).decode(bytes)
  } catch {
    warn('有页面的编码与声明不符，已另行辨认')
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return new TextDecoder('gb18030').decode(bytes)
    }
  }
}

/** A link to a place that a document does not have leads to the document. */
function withoutDeadLinks(documents: EpubBook['documents']): EpubBook['documents'] {
  const ids = idsOf(documents)
  return documents.map(({ href, xhtml }) => ({
    href,
    xhtml: xhtml.replace(/ href="\.\.\/([^"#]*)#([^"]*)"/g, (whole, path: string, fragment: string) =>
      ids.get(path)?.has(decodeURIComponent(fragment)) ? whole : ` href="../${path}"`,
    ),
  }))
}

/** Entries that lead nowhere go, and those below them move up; what a document does not have is sought at its beginning. */
function cut(entries: TocEntry[], ids: Map<string, Set<string>>): TocEntry[] {
  return entries.flatMap((entry) => {
    const children = cut(entry.children, ids)
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
