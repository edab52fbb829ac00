import type { Highlighted } from '#shared/api/search/search.ts'

/**
 * Splits a text into names, which the server has joined with one separating character between them. Each name gets its
 * own matching ranges.
 */
export function splitHighlighted({ marks }: Highlighted, names: string[]): Highlighted[] {
  let start = 0
  return names.map((text) => {
    const [from, to] = [start, start + text.length]
    start = to + 1
    const inside = marks.flatMap(([first, last]): Highlighted['marks'] => {
      const range: [number, number] = [Math.max(first, from) - from, Math.min(last, to) - from]
      return range[0] < range[1] ? [range] : []
    })
    return { text, marks: inside }
  })
}
