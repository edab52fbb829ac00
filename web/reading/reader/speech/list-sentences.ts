/** A sentence of the book: the text to speak, and its position in the document. */
export interface Sentence {
  text: string
  /**
   * Returns the range of text from a character of the sentence to its end; the character is given by its index in
   * UTF-16 units.
   */
  rangeFrom(offset: number): Range
}

const blocks =
  'address, article, blockquote, body, dd, div, dt, figcaption, h1, h2, h3, h4, h5, h6, li, p, pre, section, td, th'
const silent = 'rt, rp, style, script, math, svg, [hidden], [aria-hidden="true"]'
/** Speech engines stop or hesitate at longer texts, so a longer sentence is spoken in parts. */
const maxLength = 120

/**
 * Returns the sentences of a section of the book in their order. A sentence never contains text of two paragraphs.
 * Pronunciations beside characters (ruby) are left out, because they would repeat the characters; SVG images and hidden
 * text are left out too.
 */
export function listSentences(doc: Document): Sentence[] {
  const sentences: Sentence[] = []
  let pieces: Text[] = []
  let block: Element | null = null
  const finish = () => {
    sentences.push(...splitBlock(pieces))
    pieces = []
  }
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION, (node) =>
    node.parentElement?.closest(silent) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const own = node.parentElement?.closest(blocks) ?? null
    if (own !== block) finish()
    block = own
    pieces.push(node)
  }
  finish()
  return sentences
}

function splitBlock(pieces: Text[]): Sentence[] {
  const whole = pieces.map(({ data }) => data).join('')
  const sentences: Sentence[] = []
  for (const [start, end] of splitText(whole)) {
    const text = whole.slice(start, end)
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    sentences.push({
      text: text.replace(/\s/g, ' '),
      rangeFrom: (offset) => rangeOf(pieces, Math.min(start + offset, end - 1), end),
    })
  }
  return sentences
}

/** Splits a text after the marks that end a sentence, and sentences that are too long after a comma or anywhere. */
function splitText(text: string): [start: number, end: number][] {
  const parts: [number, number][] = []
  const sentence = /[^。！？!?；;…\n]*(?:[。！？!?；;…\n]+[”’」』）》\])]*|$)/gu
  for (const { index, 0: found } of text.matchAll(sentence)) {
    let start = index
    const end = index + found.length
    while (end - start > maxLength) {
      const piece = text.slice(start, start + maxLength)
      const comma = Math.max(piece.lastIndexOf('，'), piece.lastIndexOf('、'), piece.lastIndexOf(' ')) + 1
      let next = start + (comma > 0 ? comma : maxLength)
      // A character beyond the basic plane of Unicode has two UTF-16 units, which must not be separated.
      if (/[\udc00-\udfff]/.test(text[next] ?? '')) next -= 1
      parts.push([start, next])
      start = next
    }
    if (end > start) parts.push([start, end])
  }
  return parts
}

function rangeOf(pieces: Text[], start: number, end: number): Range {
  const range = new Range()
  let before = 0
  let isStarted = false
  for (const piece of pieces) {
    const after = before + piece.length
    if (!isStarted && start < after) {
      range.setStart(piece, start - before)
      isStarted = true
    }
    if (isStarted && end <= after) {
      range.setEnd(piece, end - before)
      break
    }
    before = after
  }
  return range
}
