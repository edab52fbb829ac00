import type { Step } from './find-locator.ts'
import {
  findFirst,
  isElement,
  localName,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from '#server/engines/epub/xml-tree.ts'

/** A place in a document: an element, or a character of one of its text nodes. */
interface Spot {
  element: XmlElement
  text?: TextNode
  /** The number of characters of the text node before the place. */
  offset?: number
}

type TextNode = Extract<XmlNode, { data: string }>

/**
 * Returns a place in a document of a book in the notation of KOReader's engine, for example
 * `/body/DocFragment[3]/body/div[1]/p[12]/text()[1].4`. `section` is the index of the document in the book, and `place`
 * the steps of a locator inside it, or the fraction of its text before the place. For a place that the document does
 * not have, and without the document, the beginning of the section is returned.
 */
export function toXPointer(document: XmlDocument | null, section: number, place: Step[] | number): string {
  const base = `/body/DocFragment[${section + 1}]/body`
  const html = document?.children.filter(isElement).find((element) => localName(element) === 'html')
  const body = findFirst(html, 'body')
  if (html === undefined || body === undefined) return base
  const { element, text, offset = 0 } = typeof place === 'number' ? spotAt(body, place) : followSteps(html, place)
  const path = pathBelow(body, element)
  if (path === null) return base
  if (text === undefined) return `${base}${path}.0`
  const number = element.children.filter(hasWords).indexOf(text) + 1
  // The engine collapses white space and counts characters, not UTF-16 code units.
  const before = [...text.data.slice(0, offset).replace(/\s+/g, ' ').trimStart()].length
  return `${base}${path}/text()[${number}].${before}`
}

/** Follows the steps of a locator from the root element as far as the document has them. */
function followSteps(root: XmlElement, steps: Step[]): Spot {
  let element = root
  for (const { index, offset = 0 } of steps) {
    const children = element.children.filter(isElement)
    if (index % 2 === 1) {
      // An odd step leads to the text between two elements.
      const [before, after] = [children[(index - 1) / 2 - 1], children[(index - 1) / 2]]
      if (index > 1 && before === undefined) break
      const from = before === undefined ? 0 : element.children.indexOf(before) + 1
      const to = after === undefined ? element.children.length : element.children.indexOf(after)
      return inTexts(element, element.children.slice(from, to).filter(isText), offset)
    }
    const child = children[index / 2 - 1]
    if (child === undefined) break
    element = child
  }
  return { element }
}

/** Returns the place before which the given fraction of the text of an element lies. */
function spotAt(body: XmlElement, fraction: number): Spot {
  const parts: Required<Spot>[] = []
  let length = 0
  const visit = (element: XmlElement) => {
    for (const child of element.children) {
      if (isElement(child)) visit(child)
      else if (hasWords(child)) {
        parts.push({ element, text: child, offset: length })
        length += child.data.length
      }
    }
  }
  visit(body)
  const wanted = Math.min(Math.floor(length * fraction), length - 1)
  const found = parts.findLast(({ offset }) => offset <= wanted)
  return found === undefined ? { element: body } : { ...found, offset: wanted - found.offset }
}

/** Returns the text node that contains the character after `offset` characters of consecutive text nodes. */
function inTexts(element: XmlElement, texts: TextNode[], offset: number): Spot {
  let before = 0
  for (const text of texts) {
    if (hasWords(text) && offset <= before + text.data.length) return { element, text, offset: offset - before }
    before += text.data.length
  }
  return { element }
}

/** Returns the steps from one element down to another; null if the other one is not inside it. */
function pathBelow(ancestor: XmlElement, element: XmlElement): string | null {
  if (element === ancestor) return ''
  const { parent } = element
  if (parent === null || !('name' in parent)) return null
  const above = pathBelow(ancestor, parent)
  const name = localName(element)
  const same = parent.children.filter(isElement).filter((child) => localName(child) === name)
  return above === null ? null : `${above}/${name}[${same.indexOf(element) + 1}]`
}

const isText = (node: XmlNode): node is TextNode => node.type === 'text'
/** The engine drops text nodes that consist of white space. */
const hasWords = (node: XmlNode): node is TextNode => isText(node) && node.data.trim() !== ''
