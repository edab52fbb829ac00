/** The namespaces whose elements the reader shows. */
const shownNamespaces = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
])

/**
 * The open `epub:switch` elements of a document, by which EPUB 3.0 offered one content in several forms. The first form
 * in a namespace that the reader shows is chosen, or else the default; the other forms are left out.
 */
export class ContentSwitches {
  /** For each open switch, whether one of its forms has been chosen. */
  readonly #areDecided: boolean[] = []

  /**
   * Returns whether the reader leaves out the element, because it is a form of the content that was not chosen. The
   * parser must call this method at the start of every element.
   */
  leavesOut(name: string, attributes: Record<string, string>): boolean {
    if (name === 'epub:switch') this.#areDecided.push(false)
    const isDecided = this.#areDecided.at(-1) === true
    if (name === 'epub:default') return isDecided
    if (name !== 'epub:case') return false
    const isChosen = !isDecided && shownNamespaces.has((attributes['required-namespace'] ?? '').trim())
    if (isChosen) this.#areDecided.splice(-1, 1, true)
    return !isChosen
  }

  /** Must be called at the end of each element that was not left out. */
  close(name: string) {
    if (name === 'epub:switch') this.#areDecided.pop()
  }
}
