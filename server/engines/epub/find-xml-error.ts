import { SaxesParser } from 'saxes'

/**
 * Returns whether a page of a book is well-formed XML. The named characters of HTML, such as `&nbsp;`, are permitted,
 * because they are clear to every program that shows pages.
 */
export function isWellFormed(page: string): boolean {
  return findXmlError(page.replace(/&[a-z]\w+;/gi, '')) === undefined
}

/**
 * Returns the first error that makes a text invalid XML, or undefined. Parsing stops at the first error, because a
 * hostile text may have an error in every tag. Namespace prefixes are checked only if `hasPrefixes` is set, because the
 * cost of the check grows with the depth of nesting.
 */
export function findXmlError(text: string, { hasPrefixes = false } = {}): string | undefined {
  try {
    // Without an error listener the XML parser throws the first error.
    new SaxesParser({ xmlns: hasPrefixes }).write(text).close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
