/** Function that converts a text between Traditional and Simplified Chinese. */
export type ConvertScript = (text: string) => string

/** Map from quotation marks to those that replace them when Chinese text is displayed vertically. */
const verticalMarks: Record<string, string> = { '“': '「', '”': '」', '‘': '『', '’': '』' }

/**
 * Converts a document's text to another Chinese script in place. Every text node keeps its length, so that a locator
 * (EPUB CFI) points to the same position in Traditional and in Simplified Chinese.
 */
export function convertDocument(doc: Document, convert: ConvertScript | null, isVertical: boolean) {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    if (text.trim() === '') continue
    const converted = convert === null ? text : convertSameLength(text, convert)
    const marked = isVertical ? converted.replace(/[“”‘’]/g, (mark) => verticalMarks[mark] ?? mark) : converted
    if (marked !== text) node.nodeValue = marked
  }
}

/**
 * Converts a text to another Chinese script without changing its length. A phrase whose conversion has another length
 * is converted character by character, and characters whose conversion has another length stay as they are.
 */
function convertSameLength(text: string, convert: ConvertScript): string {
  const converted = convert(text)
  if (converted.length === text.length) return converted
  const pieces = text.split(/(?<=[，。！？；：、\n])/)
  if (pieces.length > 1) return pieces.map((piece) => convertSameLength(piece, convert)).join('')
  return Array.from(text, (character) => {
    const one = convert(character)
    return one.length === character.length ? one : character
  }).join('')
}
