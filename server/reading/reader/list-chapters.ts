import type { Chapter, ContentsEntry } from '#shared/api/reader/reading.ts'

/** A table of contents with fewer upper entries than this is listed with the entries inside them. */
const minUpper = 3
const maxChapters = 200

/**
 * Returns the upper entries of a table of contents, at most `maxChapters`, because a collection of poems has thousands
 * of entries in dozens of volumes.
 */
export function listChapters(contents: readonly Pick<ContentsEntry, 'label' | 'depth'>[]): Chapter[] {
  const lowest = contents.filter(({ depth }) => depth === 0).length < minUpper ? 1 : 0
  const list: Chapter[] = []
  for (const [at, { label, depth }] of contents.entries()) {
    const last = list.at(-1)
    if (depth <= lowest) list.push({ at, label, countInside: 0 })
    else if (last !== undefined) last.countInside += 1
  }
  return list.slice(0, maxChapters)
}
