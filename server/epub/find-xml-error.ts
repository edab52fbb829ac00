import { SaxesParser } from 'saxes'

/**
 * What first keeps a text from being XML; nothing beyond it is looked at, for a hostile text has as many faults as tags.
 * Prefixes are only looked into of what is not nested without end: each is looked for in all that its element is in.
 */
export function findXmlError(text: string, { hasPrefixes = false } = {}): string | undefined {
  try {
    // Without a listener for errors, the first is thrown.
    new SaxesParser({ xmlns: hasPrefixes }).write(text).close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
