import type { Highlighted } from '#shared/api/search/search.ts'

/** Shows a text and highlights those ranges of it that match the search. */
export function Marked({ of: { text, marks } }: { of: Highlighted }) {
  if (marks.length === 0) return text
  const parts = marks.flatMap(([start, end], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, start),
    <mark key={start}>{text.slice(start, end)}</mark>,
  ])
  return [...parts, text.slice(marks.at(-1)?.[1])]
}
