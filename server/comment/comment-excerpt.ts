/** The beginning of a comment for a message: on one line, and without what it folds. */
export function commentExcerpt(content: string): string {
  return content.replace(/\|\|.+?\|\|/gs, '［剧透］').replace(/\s+/g, ' ')
}
