/** Escapes text for use inside an SQL `like` pattern, so that `%`, `_` and `\\` stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
