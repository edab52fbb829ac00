import { parse } from 'foliate-js/epubcfi.js'
import { isElement, localName, type XmlDocument, type XmlElement, type XmlNode } from '#server/engines/epub/xml-tree.ts'

export interface Step {
  index: number
  id?: string
  offset?: number
}

/** A position or range in a book: the section, and the steps through its document to both ends. */
export interface Place {
  section: number
  start: Step[]
  /** The steps to the end of a range; null for a position. */
  end: Step[] | null
}

/** Parses a locator (EPUB CFI). Returns null for one that is invalid. */
export function readPlace(locator: string): Place | null {
  try {
    const parsed = parse(locator) as unknown as Step[][] & { parent?: Step[][]; start: Step[][]; end: Step[][] }
    const [package_, steps = []] = parsed.parent ?? parsed
    const section = (package_?.at(-1)?.index ?? 0) / 2 - 1
    if (!Number.isInteger(section) || section < 0) return null
    if (parsed.parent === undefined) return { section, start: steps, end: null }
    return { section, start: [...steps, ...(parsed.start[0] ?? [])], end: [...steps, ...(parsed.end[0] ?? [])] }
  } catch {
    return null
  }
}

/** An element of a document, with the range of the document's text that lies inside this element. */
interface Spot {
  start: number
  end: number
  children: Spot[]
}

/**
 * The text of a document of a book. It finds the position to which a locator leads by the same rules as the reader app.
 */
export class LocatedText {
  readonly #text: string
  readonly #root: Spot | undefined
  readonly #byId = new Map<string, Spot>()

  constructor(document: XmlDocument) {
    let text = ''
    const visit = (nodes: XmlNode[]): Spot[] =>
      nodes.flatMap((node) => {
        if (isElement(node)) return [enter(node)]
        if (node.type === 'text') text += node.data
        return node.type === 'cdata' ? visit(node.children) : []
      })
    const enter = (element: XmlElement): Spot => {
      const start = text.length
      const spot: Spot = { start, end: start, children: [] }
      const { id } = element.attribs
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, spot)
      spot.children = visit(element.children)
      spot.end = text.length
      return spot
    }
    const root = document.children.filter(isElement).find((element) => localName(element) === 'html')
    this.#root = root && enter(root)
    this.#text = text
  }

  /**
   * Returns the words of a range, or the words after a position, without white space. Returns null if the document has
   * no such position.
   */
  wordsAt({ start, end }: Pick<Place, 'start' | 'end'>): string | null {
    const from = this.#find(start)
    const to = end === null ? from + wordsAfter : this.#find(end)
    return Number.isNaN(from) || !(to >= from) ? null : this.#text.slice(from, to).replace(/\s/g, '')
  }

  /** Returns the index in the text to which the steps lead; NaN if there is no such position. */
  #find(steps: Step[]): number {
    const last = steps.at(-1)
    const named = last?.id === undefined ? undefined : this.#byId.get(last.id)
    if (named) return named.start
    let spot = this.#root
    for (const [at, { index, offset = 0 }] of steps.entries()) {
      if (spot === undefined) return Number.NaN
      if (index % 2 === 1) {
        // An odd step leads to the text between two elements, which contains no elements, so it must be the last step.
        const before = spot.children[(index - 1) / 2 - 1]
        const after = spot.children[(index - 1) / 2]
        if (index > 1 && before === undefined) return Number.NaN
        const start = before?.end ?? spot.start
        const isInside = at === steps.length - 1 && start + offset <= (after?.start ?? spot.end)
        return isInside ? start + offset : Number.NaN
      }
      spot = spot.children[index / 2 - 1]
    }
    return spot?.start ?? Number.NaN
  }
}

/**
 * The number of characters after a position that are compared to tell whether it is the same position in another text.
 */
const wordsAfter = 20
