import type { ContentsEntry, Outline } from '#shared/api/reader/reading.ts'

/**
 * Returns the entry of the table of contents that the address of the page names (`#chapter-1` is the first), if there
 * is one. Removes it from the address, so that a reload opens the position at which the user then is.
 */
export function consumeLinkedChapter({ contents }: Outline): ContentsEntry | undefined {
  const [, number] = /^#chapter-(\d{1,5})$/.exec(location.hash) ?? []
  if (number === undefined) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return contents[Number(number) - 1]
}
