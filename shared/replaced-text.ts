/**
 * When an import replaces the text of a book, the old text is retained for this number of days, so that editors can
 * restore it.
 */
export const replacedTextDays = 30

/**
 * A new text with less than this fraction of the characters of a stored text is taken for an excerpt of it. The new
 * text then replaces the stored one only if the editor expressly confirms this.
 */
export const shorterFraction = 0.6
