/** Returns a value as the text of a form field; empty for an unknown value. */
export function fieldText(value: string | number | null): string {
  return value === null ? '' : String(value)
}

/** Returns the trimmed text of a form field; null for an empty field. */
export function textOrNull(text: string): string | null {
  return text.trim() || null
}

/** Returns whether the text of a form field is empty or a whole number; years before the common era are negative. */
export function isWholeNumber(text: string): boolean {
  return /^(-?\d{1,5})?$/.test(text.trim())
}

/** Returns the number in a form field; null for an empty field, NaN for a text that is no number. */
export function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
