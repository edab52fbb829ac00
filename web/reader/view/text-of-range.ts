const blocks =
  'address, article, blockquote, dd, div, dt, figcaption, h1, h2, h3, h4, h5, h6, li, p, pre, section, td, tr'

/**
 * Returns the text of a range of the book with a line for each paragraph. Pronunciations beside characters (ruby) are
 * left out, both those of the book and those that the reader adds, because they are not part of the text.
 */
export function textOfRange(range: Range): string {
  const part = range.cloneContents()
  for (const element of part.querySelectorAll('rt, rp, style')) element.remove()
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    node.nodeValue = (node.nodeValue ?? '').replace(/\s+/g, ' ')
  for (const element of part.querySelectorAll(blocks)) element.after('\n')
  for (const element of part.querySelectorAll('br')) element.after('\n')
  return (part.textContent ?? '').replace(/ *\n[ \n]*/g, '\n').trim()
}
