import { DomHandler, Parser, type ParserOptions } from 'htmlparser2'
import { fail } from '#shared/api/failure.ts'

export type XmlDocument = DomHandler['root']
export type XmlNode = XmlDocument['children'][number]
export type XmlElement = Extract<XmlNode, { name: string; attribs: object }>

/**
 * Parses XML and tolerates errors: unclosed elements are closed, document type declarations are ignored, and only the
 * predefined entities are expanded.
 */
export function readXml(text: string): XmlDocument {
  return parseBounded(text.replace(/^\ufeff/, ''), { xmlMode: true, decodeEntities: true })
}

const maxDepth = 500
/** The maximum number of XML nodes in a document, twice as many as in a novel of a million words in one document. */
const maxNodes = 300_000

/**
 * Parses HTML or XML with limits on the depth and the number of nodes, because deep nesting takes long to parse and
 * overflows the stack of recursive functions. Throws an `invalid` failure beyond the limits.
 */
export function parseBounded(text: string, options: ParserOptions): XmlDocument {
  const handler = new BoundedHandler()
  new Parser(handler, options).end(text)
  return handler.root
}

class BoundedHandler extends DomHandler {
  #nodes = 0

  override onopentag(name: string, attributes: Record<string, string>) {
    if (this.tagStack.length > maxDepth) fail('invalid', '文件里的标记一层套一层，深得不像一本书，没有收下')
    super.onopentag(name, attributes)
  }

  protected override addNode(node: XmlNode) {
    // The number of nodes is limited because one node, created by as little as four bytes of markup, takes a hundred
    // times as much memory.
    if (++this.#nodes > maxNodes) fail('invalid', '文件里的标记多得不像一本书，没有收下')
    super.addNode(node)
  }
}

/** Returns all XML elements with a local name, regardless of their namespace prefix, in document order. */
export function findAll(node: XmlDocument | XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (children: XmlNode[]) => {
    for (const child of children) {
      if (!isElement(child)) continue
      if (localName(child) === name) found.push(child)
      visit(child.children)
    }
  }
  visit(node.children)
  return found
}

export function findFirst(node: XmlDocument | XmlElement | undefined, name: string): XmlElement | undefined {
  return node && findAll(node, name)[0]
}

export function childrenOf(node: XmlElement, name: string): XmlElement[] {
  return node.children.filter(isElement).filter((child) => localName(child) === name)
}

/** Returns the text of an XML element with white space collapsed. */
export function textOf(node: XmlElement | undefined): string {
  return rawTextOf(node).replace(/\s+/g, ' ').trim()
}

/** Returns the text of an XML element with its line ends. */
export function rawTextOf(node: XmlElement | undefined): string {
  const parts: string[] = []
  const visit = (children: XmlNode[]) => {
    for (const child of children) {
      if (child.type === 'text') parts.push(child.data)
      else if (child.type === 'cdata' || isElement(child)) visit(child.children)
    }
  }
  if (node) visit(node.children)
  return parts.join('')
}

export function isElement(node: XmlNode): node is XmlElement {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style'
}

export function localName({ name }: XmlElement): string {
  return name.replace(/^.*:/, '').toLowerCase()
}
