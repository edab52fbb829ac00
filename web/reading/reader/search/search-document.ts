import type { ContentsEntry } from '#shared/api/reader/reading.ts'
import { parseSimplifiedCharacters } from '#shared/simplified-characters.ts'
import { chapterAt } from '#web/reading/reader/view/chapter-at.ts'
import { locatorOf } from '#web/reading/reader/view/locators.ts'
import { blocks } from '#web/reading/reader/view/text-of-range.ts'

/** Map from traditional Chinese characters to simplified ones. */
export type Simplified = ReadonlyMap<string, string>

export interface SearchHit {
  section: number
  locator: string
  /** Title of the chapter that contains the hit; empty before the first chapter. */
  chapter: string
  before: string
  match: string
  after: string
}

/** Number of characters that are shown before and after a search hit in the book. */
const excerptLength = 28

/**
 * Loads the dictionary that lets a query in Traditional Chinese find text in Simplified Chinese and vice versa. Throws
 * if the dictionary cannot be fetched.
 */
export async function loadSimplified(): Promise<Simplified> {
  const { default: dictionary } = await import('opencc-js/dict/TSCharacters')
  return parseSimplifiedCharacters(dictionary)
}

/**
 * Returns a character in the form that the search compares: simplified, lower case and half-width. White space gives an
 * empty string; any other character gives exactly one character, so that a hit can be mapped back to the text. The
 * site's search drops punctuation and accents; this search in a book keeps both, because users search a book for
 * literal text.
 */
function foldCharacter(character: string, simplified: Simplified): string {
  if (/\s/.test(character)) return ''
  const plain = simplified.get(character) ?? character
  const code = plain.codePointAt(0) ?? 0
  const narrow = code > 0xff00 && code < 0xff5f ? String.fromCodePoint(code - 0xfee0) : plain
  const lower = narrow.toLowerCase()
  return lower.length === narrow.length ? lower : narrow
}

export function foldQuery(query: string, simplified: Simplified): string {
  return Array.from(query, (character) => foldCharacter(character, simplified)).join('')
}

/**
 * Yields every hit of a normalized query in a section of a book. The search is a generator, because the caller stops at
 * a maximum number of hits.
 */
export function* searchDocument(
  doc: Document,
  section: number,
  contents: ContentsEntry[],
  query: string,
  simplified: Simplified,
): Generator<SearchHit> {
  const { nodes, folded, nodeAt, offsetAt } = foldDocument(doc, simplified)
  if (query === '') return
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) {
    const end = at + query.length - 1
    const [first, last] = [nodeAt[at] ?? 0, nodeAt[end] ?? 0]
    const [firstNode, lastNode] = [nodes[first], nodes[last]]
    if (firstNode === undefined || lastNode === undefined) break
    const range = doc.createRange()
    range.setStart(firstNode, offsetAt[at] ?? 0)
    range.setEnd(lastNode, (offsetAt[end] ?? 0) + 1)
    const chapter = contents[chapterAt(contents, section, range)]?.label ?? ''
    yield { section, locator: locatorOf(section, range), chapter, ...excerptOf(nodes, first, last, range) }
  }
}

function foldDocument(doc: Document, simplified: Simplified) {
  const nodes: Text[] = []
  const parts: string[] = []
  const nodeAt: number[] = []
  const offsetAt: number[] = []
  const walker = doc.createTreeWalker(doc.body ?? doc, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION, (node) =>
    // Ruby annotations give the pronunciation and are not part of the text, so the search skips them. It also skips the
    // style elements of SVG images.
    node.parentElement?.closest('rt, rp, style') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
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

/**
 * Returns the words of a hit, which reaches from the text node `first` to `last`, and what precedes and follows it in
 * its paragraph. `nodes` are the text nodes that are searched, so excerpts contain no pronunciations either.
 */
function excerptOf(
  nodes: Text[],
  first: number,
  last: number,
  { startOffset, endOffset }: Range,
): Pick<SearchHit, 'before' | 'match' | 'after'> {
  const plain = (text: string) => text.replace(/\s+/g, ' ')
  const [start = '', end = ''] = [nodes[first]?.data, nodes[last]?.data]
  const words = nodes.slice(first, last + 1).map(({ data }) => data)
  const match = words.join('').slice(startOffset, endOffset - end.length || undefined)
  const before = plain(textBeside(nodes, first, -1) + start.slice(0, startOffset)).trimStart()
  const after = plain(end.slice(endOffset) + textBeside(nodes, last, 1)).trimEnd()
  return {
    before: (before.length > excerptLength ? '…' : '') + before.slice(-excerptLength),
    match: plain(match),
    after: after.slice(0, excerptLength) + (after.length > excerptLength ? '…' : ''),
  }
}

/** Returns the text of a paragraph before or after one of its text nodes, as far as an excerpt needs it. */
function textBeside(nodes: Text[], at: number, step: 1 | -1): string {
  const paragraphOf = (node: Text | undefined) => node?.parentElement?.closest(blocks) ?? null
  const paragraph = paragraphOf(nodes[at])
  let text = ''
  for (let next = at + step; text.length <= excerptLength * 2; next += step) {
    const node = nodes[next]
    if (node === undefined || paragraphOf(node) !== paragraph) break
    text = step > 0 ? text + node.data : node.data + text
  }
  return text
}
