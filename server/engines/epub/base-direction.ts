import type { XmlElement } from './xml-tree.ts'

type Direction = 'ltr' | 'rtl' | 'auto'

/** The invisible Unicode characters that give a plain text a direction: left-to-right mark and right-to-left mark. */
const marks = { ltr: '\u200e', rtl: '\u200f' } as const
/** Matches the first letter that has a direction; the first group matches a letter of a right-to-left script. */
const firstStrong =
  /([\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f])|[\p{L}\u200e]/u

/**
 * Returns the base direction of an element of an EPUB package document: the direction that the element states, or else
 * that of the package, or else `auto`.
 */
export function directionOf(element: XmlElement, root: XmlElement): Direction {
  const direction = element.attribs['dir'] ?? root.attribs['dir']
  return direction === 'ltr' || direction === 'rtl' ? direction : 'auto'
}

/**
 * Returns a text that browsers lay out in the given direction wherever they take the direction from the text itself
 * (`dir="auto"`): with a mark in front if its first letter has the other direction.
 */
export function addDirection(text: string, direction: Direction): string {
  if (text === '' || direction === 'auto') return text
  const found = firstStrong.exec(text)
  const natural = found?.[1] === undefined ? 'ltr' : 'rtl'
  return natural === direction ? text : marks[direction] + text
}
