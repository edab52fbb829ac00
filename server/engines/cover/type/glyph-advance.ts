import type { GlyphSet } from './glyph-outlines.ts'

export const openingMarks = /[《〈（「『【“‘]/u

const closingMarks = /[》〉）」』】”’，。、；！？]/u

export const dots = /[·‧•・]/u

export const dashes = /[—―…–~～-]/u

const squares = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〇]/u

/**
 * Returns the width that a character takes in a line (its advance) in ems. Punctuation takes half an em, as in display
 * typography.
 */
export function advanceOf(char: string, isDown: boolean, glyphs: GlyphSet): number {
  if (squares.test(char)) return 1
  if (openingMarks.test(char) || closingMarks.test(char) || dots.test(char)) return 0.5
  if (char === '：') return isDown ? 0.75 : 0.5
  const outline = glyphs.find(char, false)
  return outline ? outline.advance / 1000 : 0
}

export function isNarrow(char: string): boolean {
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}!-~]/u.test(char) && !/[！-～]/u.test(char)
}
