import { escapeHtml } from '#shared/escape.ts'
import { findXmlError } from '#server/epub/find-xml-error.ts'
import {
  parseShallow,
  findFirst,
  isElement,
  textOf,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '#server/epub/xml-tree.ts'
import { xhtmlPage } from '#server/epub/xhtml-page.ts'

export interface CleanParts {
  title: string
  language: string
  /** Where something of the book's own lies now; null for what is not in it. */
  hrefOf(href: string): string | null
  warn(problem: string): void
  style?: string
}

const elements = new Set(
  (
    'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li ' +
    'main mark nav ol p pre q rb rp rt rtc ruby s samp section small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr svg image g path rect circle line polygon text'
  ).split(' '),
)
/** What goes with all that is in it. */
const dropped = new Set(
  'script style iframe object embed applet form input button select textarea link meta base audio video source track template noscript head title foreignobject animate set'.split(
    ' ',
  ),
)
const attributes = new Set(
  'id class lang xml:lang dir title alt colspan rowspan start value width height epub:type role datetime viewBox preserveAspectRatio d x y cx cy r x1 y1 x2 y2 points fill stroke'.split(
    ' ',
  ),
)
const empty = new Set(['br', 'hr', 'img', 'col', 'wbr', 'image'])

/** The same document with nothing in it that runs, and nothing that reaches out of the book; always well-formed. */
export function cleanDocument(text: string, parts: CleanParts): string {
  const tree = readDocument(text, parts)
  const ids = new Set<string>()
  const body = findFirst(tree, 'body')
  const inner = (body?.children ?? tree.children).map((node) => cleanNode(node, parts, ids)).join('')
  const title = textOf(findFirst(tree, 'title')) || parts.title
  const style = parts.style === undefined ? {} : { style: parts.style }
  return xhtmlPage({ title, language: parts.language, body: inner.trim() || '<p></p>', ...style })
}

/** As XML where it is that, else as browsers read what people write. */
function readDocument(text: string, { warn }: CleanParts): XmlDocument {
  const source = text.replace(/^\ufeff/, '')
  // The usual names of characters are no XML, and no fault either.
  const isWellFormed = findXmlError(source.replace(/&[a-z]\w+;/gi, '')) === undefined
  if (!isWellFormed) warn('有写得不规范的页面，已照浏览器的读法整理')
  // With character names of HTML, which XML does not know; what a document type declares is never looked at.
  return parseShallow(source, {
    xmlMode: false,
    decodeEntities: true,
    recognizeSelfClosing: isWellFormed,
    lowerCaseAttributeNames: false,
  })
}

function cleanNode(node: XmlNode, parts: CleanParts, ids: Set<string>): string {
  if (node.type === 'text') return escapeHtml(plain(node.data))
  if (node.type === 'cdata') return node.children.map((child) => cleanNode(child, parts, ids)).join('')
  if (!isElement(node)) return ''
  const name = node.name.toLowerCase()
  if (dropped.has(name)) {
    if (name === 'script') parts.warn('去掉了脚本')
    else if (/^(iframe|object|embed|form|audio|video)$/.test(name))
      parts.warn('去掉了不能随书带走的部件（框架、表单、音视频）')
    return ''
  }
  const inner = node.children.map((child) => cleanNode(child, parts, ids)).join('')
  if (!elements.has(name)) return inner
  const said = cleanAttributes(node, name, parts, ids)
  if (said === null) return inner
  return empty.has(name) ? `<${name}${said}/>` : `<${name}${said}>${inner}</${name}>`
}

/** Null where the element says nothing without what it pointed to. */
function cleanAttributes({ attribs }: XmlElement, name: string, parts: CleanParts, ids: Set<string>): string | null {
  const kept: [string, string][] =
    name === 'svg'
      ? [
          ['xmlns', 'http://www.w3.org/2000/svg'],
          ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
        ]
      : []
  for (const [attribute, value] of Object.entries(attribs)) {
    if (!attributes.has(attribute) || /javascript:/i.test(value)) continue
    if (attribute === 'id') {
      if (value === '' || /\s/.test(value) || ids.has(value)) continue
      ids.add(value)
    }
    kept.push([attribute, value])
  }
  const source =
    name === 'img' ? attribs['src'] : name === 'image' ? (attribs['xlink:href'] ?? attribs['href']) : undefined
  if (name === 'img' || name === 'image') {
    const href = source === undefined || /^[a-z]+:|^\/\//i.test(source) ? null : parts.hrefOf(source)
    if (href === null) {
      parts.warn('有图片缺失，或在书外，已略去')
      return null
    }
    if (name === 'image') kept.push(['xmlns:xlink', 'http://www.w3.org/1999/xlink'])
    kept.push([name === 'img' ? 'src' : 'xlink:href', href])
    if (name === 'img' && attribs['alt'] === undefined) kept.push(['alt', ''])
  }
  if (name === 'a') kept.push(...cleanLink(attribs['href'], parts))
  return kept.map(([attribute, value]) => ` ${attribute}="${escapeHtml(plain(value))}"`).join('')
}

function cleanLink(href: string | undefined, parts: CleanParts): [string, string][] {
  if (href === undefined) return []
  if (/^(https?|mailto):/i.test(href)) return [['href', href]]
  const inside = /^[a-z][\w+.-]*:|^\/\//i.test(href) ? null : parts.hrefOf(href)
  if (inside === null) parts.warn('有链接指向书里没有的地方，已去掉')
  return inside === null ? [] : [['href', inside]]
}

/** What XML cannot hold. */
function plain(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed()
}
