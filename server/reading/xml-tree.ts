import { Parser } from 'htmlparser2'

/** An element without its namespaces: those who write EPUBs use them as it comes. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Of the element and all within, in order. */
  text: string
}

const deepest = 100
const mostElements = 60_000

/** A forgiving reading of XML, without document types: an entity that is declared in the file stays as it is written. */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const parent = open.at(-1) ?? root
        const element = { name: localName(name), attributes: withoutPrefixes(attributes), children: [], text: '' }
        if (open.length < deepest && ++count < mostElements) parent.children.push(element)
        open.push(element)
      },
      ontext: (text) => {
        const element = open.at(-1) ?? root
        if (element.text.length < 2000) element.text += text
      },
      onclosetag: () => {
        const closed = open.length > 1 ? open.pop() : undefined
        const parent = open.at(-1)
        // Only short pieces are read whole, such as the words of a line in the contents.
        if (closed && parent && parent.text.length < 2000) parent.text += closed.text
      },
    },
    { xmlMode: true },
  )
  parser.end(source)
  return root
}

/** The first element of this name within, and every one. */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  for (const child of root.children) {
    const found = child.name === name ? child : findElement(child, name)
    if (found !== undefined) return found
  }
  return undefined
}

export function listElements(root: XmlElement, name: string): XmlElement[] {
  return root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...listElements(child, name)])
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

function withoutPrefixes(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
}
