import type { ContentsEntry } from '#shared/api/reader/reading.ts'
import { resolveEntry } from './entry-path.ts'
import { childrenOf, findAll, findFirst, textOf, type XmlDocument, type XmlElement } from '#server/epub/xml-tree.ts'

interface Sources {
  navigation: string | undefined
  ncx: string | undefined
}

const maxEntries = 5000
const maxDepth = 5

/**
 * Returns the table of contents of an EPUB book (from EPUB 3, or else from EPUB 2) as a flat list in reading order.
 * Each entry has the index of the section that it leads to. The function `sectionOf` returns the path of the section that
 * shows a file of the book.
 */
export async function listContents(
  { navigation, ncx }: Sources,
  sectionOf: (path: string) => string,
  sections: string[],
  readEntry: (path: string) => Promise<XmlDocument | undefined>,
): Promise<ContentsEntry[]> {
  // A section that occurs twice in a book is reached where it occurs first.
  const positions = new Map(sections.map((path, at): [string, number] => [path, at]).toReversed())
  for (const [from, walk] of [
    [navigation, walkNavigation],
    [ncx, walkNcx],
  ] as const) {
    const document = from === undefined ? undefined : await readEntry(from)
    if (from === undefined || document === undefined) continue
    const entries = walk(document).flatMap(({ label, href, depth }) => {
      const target = resolveEntry(href, from)
      const section = target === null ? undefined : positions.get(sectionOf(target.path))
      const name = label.replace(/\s+/g, ' ').trim().slice(0, 200)
      return section === undefined || name === ''
        ? []
        : [{ label: name, section, fragment: target?.fragment ?? '', depth }]
    })
    if (entries.length > 0) return entries.slice(0, maxEntries)
  }
  return []
}

interface RawEntry {
  label: string
  href: string
  depth: number
}

function walkNavigation(document: XmlDocument): RawEntry[] {
  const all = findAll(document, 'nav')
  const nav = all.find(({ attribs }) => attribs['epub:type']?.split(/\s+/).includes('toc')) ?? all[0]
  const list = findFirst(nav, 'ol') ?? findFirst(nav, 'ul')
  return list ? walkList(list, 0) : []
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

/** Returns the words of an entry of a table of contents; those of its picture or its title if it has no text. */
function labelOf(element: XmlElement): string {
  const text = textOf(element)
  if (text !== '') return text
  const picture = [...findAll(element, 'img'), ...findAll(element, 'image')].map(({ attribs }) => attribs['alt'] ?? '')
  return picture.find((alt) => alt.trim() !== '') ?? element.attribs['title'] ?? ''
}

function walkNcx(document: XmlDocument): RawEntry[] {
  const map = findFirst(document, 'navmap')
  return map ? walkPoints(map, 0) : []
}

function walkPoints(parent: XmlElement, depth: number): RawEntry[] {
  return childrenOf(parent, 'navpoint').flatMap((point) => {
    const href = childrenOf(point, 'content')[0]?.attribs['src'] ?? ''
    const label = textOf(childrenOf(point, 'navlabel')[0])
    return [{ label, href, depth }, ...walkPoints(point, Math.min(depth + 1, maxDepth))]
  })
}
