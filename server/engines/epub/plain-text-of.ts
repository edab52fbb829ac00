import { localName, isElement, readXml, type XmlElement, type XmlNode } from './xml-tree.ts'

const blocks = new Set(
  'address article aside blockquote body dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const silent = new Set(['head', 'script', 'style', 'rt', 'rp', 'template'])

/** Returns the plain text of an XHTML document with one line per block element and empty lines around headings. */
export function plainTextOf(xhtml: string): string {
  const lines: string[] = ['']
  const add = (text: string) => (lines[lines.length - 1] += text)
  // White space at the beginning of a line is left out, because it belongs to the formatting of the file and not to the
  // text.
  const addText = (text: string) => (lines.at(-1) !== '' || text.trim() !== '') && add(text.replace(/\s+/g, ' '))
  const breakLine = () => lines.at(-1) !== '' && lines.push('')
  const enter = (element: XmlElement) => {
    const name = localName(element)
    if (silent.has(name)) return
    if (name === 'br') return void breakLine()
    const isHeading = /^h[1-6]$/.test(name)
    if (blocks.has(name)) breakLine()
    if (isHeading) lines.push('')
    visit(element.children)
    if (blocks.has(name)) breakLine()
    if (isHeading) lines.push('')
  }
  const visit = (nodes: XmlNode[]) => {
    for (const node of nodes) {
      if (node.type === 'text') addText(node.data)
      else if (isElement(node)) enter(node)
      else if (node.type === 'cdata') visit(node.children)
    }
  }
  visit(readXml(xhtml).children)
  return lines
    .map((line) => line.replace(/^ +| +$/g, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
