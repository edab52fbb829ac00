import { findAll, isElement, readXml, type XmlElement, type XmlNode } from './xml-tree.ts'

interface CheckedDocument {
  problems: string[]
  ids: Set<string>
  /** References from the checked document to other files of the same EPUB book. */
  hrefs: string[]
}

/**
 * Checks a document of an EPUB book for scripts, external references and duplicate ids. Collects the document's ids and
 * references.
 */
export function checkDocument(name: string, text: string): CheckedDocument {
  const problems: string[] = []
  const ids = new Set<string>()
  const hrefs: string[] = []
  const document = readXml(text)
  const isHtml = findAll(document, 'html').length > 0
  const visit = (nodes: XmlNode[]) => {
    for (const node of nodes) {
      if (!isElement(node)) continue
      checkElement(node)
      visit(node.children)
    }
  }
  const checkElement = ({ name: element, attribs }: XmlElement) => {
    if (/^(script|iframe|object|embed|form)$/i.test(element)) problems.push(`${name} has <${element}>`)
    for (const [attribute, value] of Object.entries(attribs)) {
      if (/^on/i.test(attribute)) problems.push(`${name} has ${attribute}`)
      if (attribute === 'id') {
        if (ids.has(value)) problems.push(`${name} has the id ${value} twice`)
        ids.add(value)
      }
      if (/^(src|href|xlink:href|poster)$/.test(attribute)) addHref(element, value)
    }
  }
  const addHref = (element: string, value: string) => {
    if (!/^[a-z][a-z\d+.-]*:|^\/\//i.test(value)) hrefs.push(value)
    // Links to other websites are allowed, because a reading app does not load them by itself.
    else if (!(element === 'a' && /^(https?|mailto):/i.test(value)))
      problems.push(`${name} refers to ${value.slice(0, 80)}`)
  }
  visit(document.children)
  if (isHtml && findAll(document, 'title').length !== 1) problems.push(`${name} has no title`)
  return { problems, ids, hrefs }
}
