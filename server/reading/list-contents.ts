import type { ContentsEntry } from '#shared/api/reading.ts'
import { resolveEntry } from './entry-path.ts'
import { findElement, listElements, type XmlElement } from './xml-tree.ts'

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
  readXml: (path: string) => Promise<XmlElement | undefined>,
): Promise<ContentsEntry[]> {
  const positions = new Map(sections.map((path, at) => [path, at]))
  for (const [from, walk] of [
    [navigation, walkNavigation],
    [ncx, walkNcx],
  ] as const) {
    const document = from === undefined ? undefined : await readXml(from)
    if (from === undefined || document === undefined) continue
    const entries = walk(document).flatMap(({ label, href, depth }) => {
      const target = resolveEntry(href, from)
      const section = target === null ? undefined : positions.get(target.path)
      const name = label.replace(/\s+/g, ' ').trim().slice(0, 200)
      return section === undefined || name === '' ? [] : [{ label: name, section, fragment: target?.fragment ?? '', depth }]
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

function walkNavigation(document: XmlElement): Raw[] {
  const all = listElements(document, 'nav')
  const nav = all.find(({ attributes }) => attributes['type']?.split(/\s+/).includes('toc')) ?? all[0]
  const walk = (list: XmlElement, depth: number): Raw[] =>
    list.children
      .filter(({ name }) => name === 'li')
      .flatMap((item) => {
        const link = item.children.find(({ name }) => name === 'a')
        const own = link ? [{ label: link.text, href: link.attributes['href'] ?? '', depth }] : []
        const inner = item.children.filter(({ name }) => name === 'ol' || name === 'ul')
        return [...own, ...inner.flatMap((one) => walk(one, Math.min(depth + 1, deepestEntry)))]
      })
  const list = nav && (findElement(nav, 'ol') ?? findElement(nav, 'ul'))
  return list ? walk(list, 0) : []
}

function walkNcx(document: XmlElement): Raw[] {
  const walk = (parent: XmlElement, depth: number): Raw[] =>
    parent.children
      .filter(({ name }) => name === 'navpoint')
      .flatMap((point) => {
        const href = point.children.find(({ name }) => name === 'content')?.attributes['src'] ?? ''
        const label = point.children.find(({ name }) => name === 'navlabel')?.text ?? ''
        return [{ label, href, depth }, ...walk(point, Math.min(depth + 1, deepestEntry))]
      })
  const map = findElement(document, 'navmap')
  return map ? walk(map, 0) : []
}
