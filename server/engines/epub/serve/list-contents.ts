import type { ContentsEntry } from '#shared/api/reader/reading.ts'
import { resolveEntry } from './entry-path.ts'
import {
  childrenOf,
  findAll,
  findFirst,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '#server/engines/epub/xml-tree.ts'

interface Sources {
  navigation: string | undefined
  ncx: string | undefined
}

const maxEntries = 5000
const maxDepth = 5

interface BookContents {
  contents: ContentsEntry[]
  /** The places where the pages of the printed book begin, labelled with their page numbers. */
  pages: ContentsEntry[]
  /** The important places of the book, such as the beginning of the text. */
  landmarks: ContentsEntry[]
}

/**
 * Returns the table of contents of an EPUB book, its list of pages and its landmarks (from EPUB 3, or else from EPUB 2)
 * as flat lists in reading order. Each entry has the index of the section that it leads to. The function `sectionOf`
 * returns the path of the section that shows a file of the book.
 */
export async function listContents(
  { navigation, ncx }: Sources,
  sectionOf: (path: string) => string,
  sections: string[],
  readEntry: (path: string) => Promise<XmlDocument | undefined>,
): Promise<BookContents> {
  // A section that occurs twice in a book is reached where it occurs first.
  const positions = new Map(sections.map((path, at): [string, number] => [path, at]).toReversed())
  const found: BookContents = { contents: [], pages: [], landmarks: [] }
  for (const [from, walk] of [
    [navigation, walkNavigation],
    [ncx, walkNcx],
  ] as const) {
    const document = from === undefined ? undefined : await readEntry(from)
    if (from === undefined || document === undefined) continue
    for (const [kind, entries] of Object.entries(walk(document)) as [keyof BookContents, RawEntry[]][])
      if (found[kind].length === 0) found[kind] = entries.flatMap((entry) => resolve(entry, from)).slice(0, maxEntries)
    if (found.contents.length > 0) break
  }
  return found

  function resolve({ label, href, depth }: RawEntry, from: string): ContentsEntry[] {
    const target = resolveEntry(href, from)
    const section = target === null ? undefined : positions.get(sectionOf(target.path))
    const name = label.replace(/\s+/g, ' ').trim().slice(0, 200)
    return section === undefined || name === ''
      ? []
      : [{ label: name, section, fragment: target?.fragment ?? '', depth }]
  }
}

interface RawEntry {
  label: string
  href: string
  depth: number
}

function walkNavigation(document: XmlDocument): Record<keyof BookContents, RawEntry[]> {
  const all = findAll(document, 'nav')
  const typed = (type: string) => all.find(({ attribs }) => attribs['epub:type']?.split(/\s+/).includes(type))
  const walk = (nav: XmlElement | undefined) => {
    const list = findFirst(nav, 'ol') ?? findFirst(nav, 'ul')
    return list ? walkList(list, 0) : []
  }
  const untyped = all.find((nav) => nav !== typed('page-list') && nav !== typed('landmarks'))
  return {
    contents: walk(typed('toc') ?? untyped),
    pages: walk(typed('page-list')),
    landmarks: walk(typed('landmarks')),
  }
}

function walkList(list: XmlElement, depth: number): RawEntry[] {
  return childrenOf(list, 'li').flatMap((item) => {
    const links = childrenOf(item, 'a').map((link) => ({
      label: labelOf(link),
      href: link.attribs['href'] ?? '',
      depth,
    }))
    const inner = [...childrenOf(item, 'ol'), ...childrenOf(item, 'ul')]
    // A heading without a link leads to the first entry below it.
    const heading = links.length > 0 ? undefined : childrenOf(item, 'span')[0]
    const below = inner.map((child) => findFirst(child, 'a')).find(Boolean)
    if (heading && below) links.push({ label: labelOf(heading), href: below.attribs['href'] ?? '', depth })
    return [...links, ...inner.flatMap((child) => walkList(child, Math.min(depth + 1, maxDepth)))]
  })
}

/**
 * Returns the label of an entry of a table of contents: its text or, if it has none, the alternative text of its
 * picture or its title.
 */
function labelOf(element: XmlElement): string {
  const text = textOf(element)
  if (text !== '') return text
  const picture = [...findAll(element, 'img'), ...findAll(element, 'image')].map(({ attribs }) => attribs['alt'] ?? '')
  return picture.find((alt) => alt.trim() !== '') ?? element.attribs['title'] ?? ''
}

function walkNcx(document: XmlDocument): Record<keyof BookContents, RawEntry[]> {
  const map = findFirst(document, 'navmap')
  return {
    contents: map ? walkPoints(map, 0) : [],
    pages: findAll(document, 'pagetarget').map((target) => readPoint(target, 0)),
    landmarks: [],
  }
}

function readPoint(point: XmlElement, depth: number): RawEntry {
  const href = childrenOf(point, 'content')[0]?.attribs['src'] ?? ''
  return { label: textOf(childrenOf(point, 'navlabel')[0]), href, depth }
}

function walkPoints(parent: XmlElement, depth: number): RawEntry[] {
  return childrenOf(parent, 'navpoint').flatMap((point) => [
    readPoint(point, depth),
    ...walkPoints(point, Math.min(depth + 1, maxDepth)),
  ])
}
