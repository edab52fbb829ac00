/** The beginning of a comment for a message: on one line, and without what it folds. */
export function commentExcerpt(content: string): string {
  return foldSpoilers(content).replace(/\s+/g, ' ')
}

/** A comment without what it folds. */
export function foldSpoilers(content: string): string {
  return content.replace(/\|\|.+?\|\|/gs, '［剧透］')
}
