import { DomHandler, Parser, type ParserOptions } from 'htmlparser2'
import { fail } from '#shared/api/failure.ts'

export type XmlDocument = DomHandler['root']
export type XmlNode = XmlDocument['children'][number]
export type XmlElement = Extract<XmlNode, { name: string; attribs: object }>

/**
 * Reads XML however broken: what does not close is closed, what a document type declares is ignored.
 * Entities of its own making are never expanded; the usual ones are.
 */
export function readXml(text: string): XmlDocument {
  return parseShallow(text.replace(/^\ufeff/, ''), { xmlMode: true, decodeEntities: true })
}

const deepest = 500
/** A novel of a million words in one document has half as many. */
const mostNodes = 300_000

/** What nests deeper than any book does takes long to read, and more of the stack to walk than there is. */
export function parseShallow(text: string, options: ParserOptions): XmlDocument {
  const handler = new ShallowHandler()
  new Parser(handler, options).end(text)
  return handler.root
}

class ShallowHandler extends DomHandler {
  #nodes = 0

  override onopentag(name: string, attributes: Record<string, string>) {
    if (this.tagStack.length > deepest) fail('invalid', '文件里的标记一层套一层，深得不像一本书，没有收下')
    super.onopentag(name, attributes)
  }

  protected override addNode(node: XmlNode) {
    // Each takes a hundred times the memory of the four bytes that make it.
    if (++this.#nodes > mostNodes) fail('invalid', '文件里的标记多得不像一本书，没有收下')
    super.addNode(node)
  }
}

/** All elements of a name, whatever prefix they carry, in document order. */
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

/** The element's text with white space folded. */
export function textOf(node: XmlElement | undefined): string {
  const parts: string[] = []
  const visit = (children: XmlNode[]) => {
    for (const child of children) {
      if (child.type === 'text') parts.push(child.data)
      else if (child.type === 'cdata' || isElement(child)) visit(child.children)
    }
  }
  if (node) visit(node.children)
  return parts.join('').replace(/\s+/g, ' ').trim()
}

export function isElement(node: XmlNode): node is XmlElement {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style'
}

export function localName({ name }: XmlElement): string {
  return name.replace(/^.*:/, '').toLowerCase()
}
