import type { ContentsEntry } from '#shared/api/reader/reading.ts'
import { chapterAt } from '#web/reader/view/chapter-at.ts'
import { locatorOf } from '#web/reader/view/locators.ts'

/** Each traditional character with its simplified one. */
export type Simplified = ReadonlyMap<string, string>

export interface Found {
  section: number
  locator: string
  /** Of the contents; empty before the first. */
  chapter: string
  before: string
  match: string
  after: string
}

const around = 28

/** Loads what searching needs: both scripts are found by either. */
export async function loadSimplified(): Promise<Simplified> {
  const { default: pairs } = await import('opencc-js/dict/TSCharacters')
  return new Map(pairs.split('|').map((pair) => pair.split(' ').slice(0, 2) as [string, string]))
}

/** As it is compared: simplified, lower case, half-width, without spaces. Of each character one remains, or none. */
export function foldCharacter(character: string, simplified: Simplified): string {
  if (/\s/.test(character)) return ''
  const plain = simplified.get(character) ?? character
  const code = plain.codePointAt(0) ?? 0
  const narrow = code > 0xff00 && code < 0xff5f ? String.fromCodePoint(code - 0xfee0) : plain
  const low = narrow.toLowerCase()
  return low.length === narrow.length ? low : narrow
}

export function foldQuery(query: string, simplified: Simplified): string {
  return Array.from(query, (character) => foldCharacter(character, simplified)).join('')
}

/**
 * Wherever a folded query stands in a section; looked for as it is asked for, as there may be more than anyone wants.
 */
export function* searchDocument(
  doc: Document,
  section: number,
  contents: ContentsEntry[],
  query: string,
  simplified: Simplified,
): Generator<Found> {
  const { nodes, folded, nodeAt, offsetAt } = foldDocument(doc, simplified)
  if (query === '') return
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) {
    const end = at + query.length - 1
    const [first, last] = [nodes[nodeAt[at] ?? 0], nodes[nodeAt[end] ?? 0]]
    if (first === undefined || last === undefined) break
    const range = doc.createRange()
    range.setStart(first, offsetAt[at] ?? 0)
    range.setEnd(last, (offsetAt[end] ?? 0) + 1)
    const chapter = contents[chapterAt(contents, section, range)]?.label ?? ''
    yield { section, locator: locatorOf(section, range), chapter, ...excerptOf(first, last, range) }
  }
}

function foldDocument(doc: Document, simplified: Simplified) {
  const nodes: Text[] = []
  const parts: string[] = []
  const nodeAt: number[] = []
  const offsetAt: number[] = []
  const walker = doc.createTreeWalker(doc.body ?? doc, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION, (node) =>
    // How a word is spoken is not part of the sentence.
    node.parentElement?.closest('rt, rp') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    nodes.push(node)
    let offset = 0
    for (const character of node.data) {
      const plain = foldCharacter(character, simplified)
      for (let unit = 0; unit < plain.length; unit += 1) {
        nodeAt.push(nodes.length - 1)
        offsetAt.push(offset + Math.min(unit, character.length - 1))
      }
      parts.push(plain)
      offset += character.length
    }
  }
  return { nodes, folded: parts.join(''), nodeAt, offsetAt }
}

function excerptOf(first: Text, last: Text, range: Range): Pick<Found, 'before' | 'match' | 'after'> {
  const plain = (text: string) => text.replace(/\s+/g, ' ')
  const before = plain(first.data.slice(0, range.startOffset)).trimStart()
  const after = plain(last.data.slice(range.endOffset)).trimEnd()
  return {
    before: (before.length > around ? '…' : '') + before.slice(-around),
    match: plain(range.toString()),
    after: after.slice(0, around) + (after.length > around ? '…' : ''),
  }
}
