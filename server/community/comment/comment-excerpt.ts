/**
 * Returns the text of a comment as a message quotes it: on one line, and with every spoiler replaced by a placeholder.
 */
export function commentExcerpt(content: string): string {
  return foldSpoilers(content).replace(/\s+/g, ' ')
}

/** Replaces every spoiler in a comment (text between two `||`) by a placeholder. */
export function foldSpoilers(content: string): string {
  return content.replace(/\|\|.+?\|\|/gs, '［剧透］')
}
