import { escapeHtml } from '#shared/escape.ts'
import { findXmlError } from '#server/epub/find-xml-error.ts'
import {
  parseBounded,
  findFirst,
  isElement,
  textOf,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '#server/epub/xml-tree.ts'
import { xhtmlPage } from '#server/epub/xhtml-page.ts'

interface CleanOptions {
  title: string
  language: string
  /** Returns the path, in the EPUB that is written, of a file of the imported EPUB; null if the file is left out. */
  hrefOf(href: string): string | null
  warn(problem: string): void
  style?: string
}

const allowedElements = new Set(
  (
    'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li ' +
    'main mark nav ol p pre q rb rp rt rtc ruby s samp section small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr svg image g path rect circle line polygon text'
  ).split(' '),
)
/** HTML elements that are removed together with their content when a book is imported. */
const removedElements = new Set(
  'script style iframe object embed applet form input button select textarea link meta base audio video source track template noscript head title foreignobject animate set'.split(
    ' ',
  ),
)
const allowedAttributes = new Set(
  'id class lang xml:lang dir title alt colspan rowspan start value width height epub:type role datetime viewBox preserveAspectRatio d x y cx cy r x1 y1 x2 y2 points fill stroke'.split(
    ' ',
  ),
)
const voidElements = new Set(['br', 'hr', 'img', 'col', 'wbr', 'image'])

/**
 * Returns a document of a book as well-formed XHTML without scripts. References that leave the book are removed, except
 * links.
 */
export function cleanDocument(text: string, options: CleanOptions): string {
  const tree = readDocument(text, options)
  const ids = new Set<string>()
  const body = findFirst(tree, 'body')
  const inner = (body?.children ?? tree.children).map((node) => cleanNode(node, options, ids)).join('')
  const title = textOf(findFirst(tree, 'title')) || options.title
  const style = options.style === undefined ? {} : { style: options.style }
  return xhtmlPage({ title, language: options.language, body: inner.trim() || '<p></p>', ...style })
}

/** Parses a document of a book as XML if it is well-formed, or else as leniently as browsers parse HTML. */
function readDocument(text: string, { warn }: CleanOptions): XmlDocument {
  const source = text.replace(/^\ufeff/, '')
  // HTML entities such as `&nbsp;` are not valid in XML, but a document is not rejected for them.
  const isWellFormed = findXmlError(source.replace(/&[a-z]\w+;/gi, '')) === undefined
  if (!isWellFormed) warn('有写得不规范的页面，已照浏览器的读法整理')
  // The parser's HTML mode decodes HTML entities such as `&nbsp;`, which its XML mode does not know. Document type
  // declarations are ignored.
  return parseBounded(source, {
    xmlMode: false,
    decodeEntities: true,
    recognizeSelfClosing: isWellFormed,
    lowerCaseAttributeNames: false,
  })
}

function cleanNode(node: XmlNode, options: CleanOptions, ids: Set<string>): string {
  if (node.type === 'text') return escapeHtml(withoutControls(node.data))
  if (node.type === 'cdata') return node.children.map((child) => cleanNode(child, options, ids)).join('')
  if (!isElement(node)) return ''
  const name = node.name.toLowerCase()
  if (removedElements.has(name)) {
    if (name === 'script') options.warn('去掉了脚本')
    else if (/^(iframe|object|embed|form|audio|video)$/.test(name))
      options.warn('去掉了不能随书带走的部件（框架、表单、音视频）')
    return ''
  }
  const inner = node.children.map((child) => cleanNode(child, options, ids)).join('')
  if (!allowedElements.has(name)) return inner
  const attributeText = cleanAttributes(node, name, options, ids)
  if (attributeText === null) return inner
  return voidElements.has(name) ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${inner}</${name}>`
}

/**
 * Returns the attributes of an HTML element as text. Returns null for an image element whose image file is missing;
 * that element is left out.
 */
function cleanAttributes(
  { attribs }: XmlElement,
  name: string,
  options: CleanOptions,
  ids: Set<string>,
): string | null {
  const cleaned: [string, string][] =
    name === 'svg'
      ? [
          ['xmlns', 'http://www.w3.org/2000/svg'],
          ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
        ]
      : []
  for (const [attribute, value] of Object.entries(attribs)) {
    if (!allowedAttributes.has(attribute) || /javascript:/i.test(value)) continue
    if (attribute === 'id') {
      if (value === '' || /\s/.test(value) || ids.has(value)) continue
      ids.add(value)
    }
    cleaned.push([attribute, value])
  }
  const source =
    name === 'img' ? attribs['src'] : name === 'image' ? (attribs['xlink:href'] ?? attribs['href']) : undefined
  if (name === 'img' || name === 'image') {
    const href = source === undefined || /^[a-z]+:|^\/\//i.test(source) ? null : options.hrefOf(source)
    if (href === null) {
      options.warn('有图片缺失，或在书外，已略去')
      return null
    }
    if (name === 'image') cleaned.push(['xmlns:xlink', 'http://www.w3.org/1999/xlink'])
    cleaned.push([name === 'img' ? 'src' : 'xlink:href', href])
    if (name === 'img' && attribs['alt'] === undefined) cleaned.push(['alt', ''])
  }
  if (name === 'a') cleaned.push(...cleanLink(attribs['href'], options))
  return cleaned.map(([attribute, value]) => ` ${attribute}="${escapeHtml(withoutControls(value))}"`).join('')
}

function cleanLink(href: string | undefined, options: CleanOptions): [string, string][] {
  if (href === undefined) return []
  if (/^(https?|mailto):/i.test(href)) return [['href', href]]
  const inside = /^[a-z][\w+.-]*:|^\/\//i.test(href) ? null : options.hrefOf(href)
  if (inside === null) options.warn('有链接指向书里没有的地方，已去掉')
  return inside === null ? [] : [['href', inside]]
}

/** Removes the characters that XML forbids from a text. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed()
}
