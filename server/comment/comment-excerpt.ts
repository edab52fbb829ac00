/** Returns a comment as the excerpt of a message: on one line, and with every spoiler replaced by a placeholder. */
export function commentExcerpt(content: string): string {
  return foldSpoilers(content).replace(/\s+/g, ' ')
}

/** Replaces every spoiler of a comment, marked by `||`, by a placeholder. */
export function foldSpoilers(content: string): string {
  return content.replace(/\|\|.+?\|\|/gs, '［剧透］')
}
