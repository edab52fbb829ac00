/** From one script to the other; made from dictionaries that are loaded when they are first needed. */
export type ConvertScript = (text: string) => string

/** Quotation marks as they stand in vertical lines. */
const verticalMarks: Record<string, string> = { '“': '「', '”': '」', '‘': '『', '’': '』' }

/**
 * Converts a document's text in place, each piece to one of the same length: so a place in the text stays the same place,
 * in whichever script it is read.
 */
export function convertDocument(doc: Document, convert: ConvertScript | null, isVertical: boolean) {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? ''
    if (text.trim() === '') continue
    const converted = convert === null ? text : convertEvenly(text, convert)
    const marked = isVertical ? converted.replace(/[“”‘’]/g, (mark) => verticalMarks[mark] ?? mark) : converted
    if (marked !== text) node.nodeValue = marked
  }
}

/**
 * Where a phrase would get longer or shorter, its characters are converted by themselves, and those that would are
 * left.
 */
export function convertEvenly(text: string, convert: ConvertScript): string {
  const whole = convert(text)
  if (whole.length === text.length) return whole
  const pieces = text.split(/(?<=[，。！？；：、\n])/)
  if (pieces.length > 1) return pieces.map((piece) => convertEvenly(piece, convert)).join('')
  return Array.from(text, (character) => {
    const one = convert(character)
    return one.length === character.length ? one : character
  }).join('')
}
