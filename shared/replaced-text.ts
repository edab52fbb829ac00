/**
 * When an import replaces the text of a book, the old text is retained for this number of days, so that editors can
 * restore it.
 */
export const replacedTextDays = 30

/**
 * The fraction of the characters of a stored text below which another text is taken for an excerpt of it. It replaces
 * the stored text only if the editor expressly says so.
 */
export const shorterFraction = 0.6
