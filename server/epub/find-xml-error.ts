import { SaxesParser } from 'saxes'

/**
 * Returns the first error that makes a text invalid XML, or undefined. Parsing stops there, because a hostile text may
 * have an error in every tag. Namespace prefixes are checked only with `hasPrefixes`, whose cost grows with the depth
 * of nesting.
 */
export function findXmlError(text: string, { hasPrefixes = false } = {}): string | undefined {
  try {
    // The parser throws the first error, because it has no error listener.
    new SaxesParser({ xmlns: hasPrefixes }).write(text).close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
