/** The namespaces whose elements the reader shows. */
const shownNamespaces = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
])

/**
 * The open `epub:switch` elements of a document, by which EPUB 3.0 offered one content in several forms. The first form
 * in a namespace that the reader shows is kept, or else the default; the other forms are left out.
 */
export class ContentSwitches {
  /** For each open switch, whether one of its forms has been kept. */
  readonly #areDecided: boolean[] = []

  /** Notes the start of an element, and returns whether the element is a form that is left out. */
  leavesOut(name: string, attributes: Record<string, string>): boolean {
    if (name === 'epub:switch') this.#areDecided.push(false)
    const isDecided = this.#areDecided.at(-1) === true
    if (name === 'epub:default') return isDecided
    if (name !== 'epub:case') return false
    const isKept = !isDecided && shownNamespaces.has((attributes['required-namespace'] ?? '').trim())
    if (isKept) this.#areDecided.splice(-1, 1, true)
    return !isKept
  }

  /** Notes the end of an element that was not left out. */
  close(name: string) {
    if (name === 'epub:switch') this.#areDecided.pop()
  }
}
