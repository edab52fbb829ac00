import type { TocEntry } from '#server/epub/epub-model.ts'
import type { NewNames } from './new-names.ts'
import { type EpubPackage, findName, resolveHref } from '#server/epub/read-package.ts'
import { childrenOf, findAll, findFirst, readXml, textOf, type XmlElement } from '#server/epub/xml-tree.ts'
import type { Zip } from '#server/epub/zip-reader.ts'

/**
 * Reads the table of contents of an imported EPUB and replaces the file paths in it with the new ones. The EPUB 3 table
 * is used if it has entries, or else the EPUB 2 table. Returns an empty list if there is none.
 */
export async function readContents(
  zip: Zip,
  opf: EpubPackage,
  names: NewNames,
  warn: (problem: string) => void,
): Promise<TocEntry[]> {
  const nav = opf.items.find(({ properties }) => properties.includes('nav'))
  const ncx = opf.items.find(({ id, type }) => id === opf.ncxId || type === 'application/x-dtbncx+xml')
  for (const item of [nav, ncx]) {
    const name = item && findName(zip, item.name)
    if (name === undefined) continue
    const text = (await zip.read(name))?.toString() ?? ''
    const hrefOf = (href: string) => {
      const target = resolveHref(name, href)
      const to = names.of(findName(zip, target.name) ?? '')
      return to === null ? '' : `${to}${target.fragment === '' ? '' : `#${target.fragment}`}`
    }
    const found = item === nav ? readNav(text, hrefOf) : readNcx(text, hrefOf)
    if (found.length > 0) return found
  }
  warn('没有可用的目录，按各章的标题另做了一份')
  return []
}

type HrefOf = (href: string) => string

function readNav(text: string, hrefOf: HrefOf): TocEntry[] {
  const tree = readXml(text)
  const navs = findAll(tree, 'nav')
  const toc = navs.find(({ attribs }) => /\btoc\b/.test(attribs['epub:type'] ?? '')) ?? navs[0]
  const list = findFirst(toc, 'ol')
  return list ? readList(list, hrefOf, 0) : []
}

function readList(list: XmlElement, hrefOf: HrefOf, depth: number): TocEntry[] {
  if (depth > 8) return []
  return childrenOf(list, 'li').flatMap((item) => {
    const link = childrenOf(item, 'a')[0] ?? childrenOf(item, 'span')[0]
    const inner = childrenOf(item, 'ol')[0]
    const children = inner ? readList(inner, hrefOf, depth + 1) : []
    return entryOf(textOf(link), hrefOf(link?.attribs['href'] ?? ''), children)
  })
}

function readNcx(text: string, hrefOf: HrefOf): TocEntry[] {
  const map = findFirst(readXml(text), 'navmap')
  return map ? readPoints(map, hrefOf, 0) : []
}

function readPoints(parent: XmlElement, hrefOf: HrefOf, depth: number): TocEntry[] {
  if (depth > 8) return []
  return childrenOf(parent, 'navpoint').flatMap((point) => {
    const title = textOf(childrenOf(point, 'navlabel')[0])
    const source = childrenOf(point, 'content')[0]?.attribs['src'] ?? ''
    return entryOf(title, hrefOf(source), readPoints(point, hrefOf, depth + 1))
  })
}

/**
 * Returns an entry of a table of contents as a list. An entry without a link gets the link of its first child; an entry
 * without a title or any link is replaced by its children.
 */
function entryOf(title: string, href: string, children: TocEntry[]): TocEntry[] {
  const target = href || (children[0]?.href ?? '')
  return title === '' || target === '' ? children : [{ title: title.slice(0, 200), href: target, children }]
}
