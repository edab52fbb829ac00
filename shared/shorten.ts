/**
 * Shortens a text to at most `maxLength` characters (code points). The last one is then an ellipsis, before which
 * punctuation and spaces are left out.
 */
export function shorten(text: string, maxLength: number): string {
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const beginning = characters.slice(0, maxLength - 1).join('')
  return `${beginning.replace(/[，、；：。！？\s]+$/u, '')}…`
}
