import type { XmlElement } from '#server/engines/epub/xml-tree.ts'

export const renditionVocabulary = 'http://www.idpf.org/vocab/rendition/#'

/** The prefixes that a package may use without declaring them; the reader knows the properties of these two only. */
const reserved = {
  rendition: renditionVocabulary,
  dcterms: 'http://purl.org/dc/terms/',
}

/**
 * Returns a function that expands a property of a package, such as `rendition:layout`, to the URL that identifies the
 * property. Prefixes that the package declares have precedence over the reserved ones. A property without a prefix
 * belongs to `vocabulary`. A property with an unknown prefix, or without a name after its prefix, expands to an empty
 * string, which identifies no property.
 */
export function propertyNames(root: XmlElement): (property: string, vocabulary?: string) => string {
  const prefixes = new Map(Object.entries(reserved))
  for (const [, prefix = '', address = ''] of (root.attribs['prefix'] ?? '').matchAll(/([^\s:]+):\s*(\S+)/g))
    prefixes.set(prefix, address)
  return (property, vocabulary = '') => {
    const [name = '', reference] = property.split(/:(.*)/s)
    if (reference === undefined) return vocabulary + name
    const address = prefixes.get(name)
    return address === undefined || reference === '' ? '' : address + reference
  }
}
