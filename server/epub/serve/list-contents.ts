import type { ContentsEntry } from '#shared/api/reader/reading.ts'
import { resolveEntry } from './entry-path.ts'
import { childrenOf, findAll, findFirst, textOf, type XmlDocument, type XmlElement } from '#server/epub/xml-tree.ts'

interface Sources {
  navigation: string | undefined
  ncx: string | undefined
}

const mostEntries = 5000
const deepestEntry = 5

/** The contents, flat and in order, from EPUB 3's navigation or EPUB 2's; each entry with the section it leads to. */
export async function listContents(
  { navigation, ncx }: Sources,
  sections: string[],
  readEntry: (path: string) => Promise<XmlDocument | undefined>,
): Promise<ContentsEntry[]> {
  const positions = new Map(sections.map((path, at) => [path, at]))
  for (const [from, walk] of [
    [navigation, walkNavigation],
    [ncx, walkNcx],
  ] as const) {
    const document = from === undefined ? undefined : await readEntry(from)
    if (from === undefined || document === undefined) continue
    const entries = walk(document).flatMap(({ label, href, depth }) => {
      const target = resolveEntry(href, from)
      const section = target === null ? undefined : positions.get(target.path)
      const name = label.replace(/\s+/g, ' ').trim().slice(0, 200)
      return section === undefined || name === ''
        ? []
        : [{ label: name, section, fragment: target?.fragment ?? '', depth }]
    })
    if (entries.length > 0) return entries.slice(0, mostEntries)
  }
  return []
}

interface Raw {
  label: string
  href: string
  depth: number
}

function walkNavigation(document: XmlDocument): Raw[] {
  const all = findAll(document, 'nav')
  const nav = all.find(({ attribs }) => attribs['epub:type']?.split(/\s+/).includes('toc')) ?? all[0]
  const list = findFirst(nav, 'ol') ?? findFirst(nav, 'ul')
  return list ? walkList(list, 0) : []
}

function walkList(list: XmlElement, depth: number): Raw[] {
  return childrenOf(list, 'li').flatMap((item) => {
    const own = childrenOf(item, 'a').map((link) => ({ label: textOf(link), href: link.attribs['href'] ?? '', depth }))
    const inner = [...childrenOf(item, 'ol'), ...childrenOf(item, 'ul')]
    return [...own, ...inner.flatMap((one) => walkList(one, Math.min(depth + 1, deepestEntry)))]
  })
}

function walkNcx(document: XmlDocument): Raw[] {
  const map = findFirst(document, 'navmap')
  return map ? walkPoints(map, 0) : []
}

function walkPoints(parent: XmlElement, depth: number): Raw[] {
  return childrenOf(parent, 'navpoint').flatMap((point) => {
    const href = childrenOf(point, 'content')[0]?.attribs['src'] ?? ''
    const label = textOf(childrenOf(point, 'navlabel')[0])
    return [{ label, href, depth }, ...walkPoints(point, Math.min(depth + 1, deepestEntry))]
  })
}
