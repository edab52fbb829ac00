/** The days for which the text of a book that an import replaced is retained, so that editors can put it back. */
export const replacedTextDays = 30

/**
 * The fraction of the characters of a stored text below which another text is taken for an excerpt of it. It replaces
 * the stored text only if the editor expressly says so.
 */
export const shorterFraction = 0.6
