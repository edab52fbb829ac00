/** Number of Chinese characters in a line of a comment, in wide windows and on phones. */
const lineWidths = { wide: 38, narrow: 19 }
/** A comment of more lines is folded. It is more than the eight lines that stay visible, so that a fold saves space. */
const maxLines = 10

/** Windows in which a comment is folded: none, only narrow ones such as those of phones, or all. */
type CommentFold = 'none' | 'narrow' | 'all'

/**
 * Returns in which windows a comment is so long that it is folded. The number of lines is estimated from the text, so
 * that the server and the browser fold the same comments and the page does not move when it is hydrated.
 */
export function commentFold(text: string): CommentFold {
  if (countLines(text, lineWidths.wide) > maxLines) return 'all'
  return countLines(text, lineWidths.narrow) > maxLines ? 'narrow' : 'none'
}

function countLines(text: string, width: number): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0)
}

/** Returns the width of a line in Chinese characters. Latin letters, digits and signs are about half as wide. */
function widthOf(line: string): number {
  return [...line].reduce((sum, char) => sum + (char < '\u2000' ? 0.5 : 1), 0)
}
