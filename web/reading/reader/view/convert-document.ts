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

/** The property that the server adds to a book's styles for wide letters (`text-transform: full-width`). */
const wideLetters = '--wide-letters'

/**
 * Replaces letters, digits and signs by their wide forms, as wide as Chinese characters, where the styles of the book
 * demand it and the browser does not know how. Every text node keeps its length. Must be called after the styles have
 * been loaded.
 */
export function widenLetters(doc: Document) {
  const view = doc.defaultView
  if (view === null || CSS.supports('text-transform', 'full-width') || !hasWideLetters(doc)) return
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement && view.getComputedStyle(node.parentElement).getPropertyValue(wideLetters) !== '')
      node.nodeValue = (node.nodeValue ?? '').replace(/[!-~]/g, (sign) =>
        String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
      )
}

function hasWideLetters(doc: Document): boolean {
  const isIn = (rules: CSSRuleList): boolean =>
    [...rules].some((rule) => {
      const imported = 'styleSheet' in rule ? (rule.styleSheet as CSSStyleSheet | null) : null
      return imported === null ? rule.cssText.includes(wideLetters) : isIn(imported.cssRules)
    })
  return (
    doc.querySelector(`[style*='${wideLetters}']`) !== null ||
    [...doc.styleSheets].some(({ cssRules }) => isIn(cssRules))
  )
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
