export type Mark = [start: number, end: number]

/**
 * Returns true for a digit and for a letter of a script that writes words separately, such as Latin; false for a
 * Chinese character.
 */
export function isLetter(character = ''): boolean {
  return /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d]/u.test(character)
}

/**
 * Returns the ranges of a text to highlight: whole words of letters, and brackets only in pairs. The ranges are sorted
 * and do not overlap.
 */
export function tidyMarks(text: string, marks: Mark[]): Mark[] {
  const words = mergeMarks(marks.map((mark) => withWholeWords(text, mark)))
  return mergeMarks(words.flatMap((mark) => withoutHalfPairs(text, mark)))
}

/** Extends a mark (a range to highlight) that begins or ends within a word of letters to the whole word. */
function withWholeWords(text: string, [from, to]: Mark): Mark {
  let [start, end] = [from, to]
  while (start > 0 && isLetter(text[start]) && isLetter(text[start - 1])) start -= 1
  while (end < text.length && isLetter(text[end - 1]) && isLetter(text[end])) end += 1
  return [start, end]
}

const pairs = ['（）', '()', '《》', '〈〉', '「」', '『』', '【】', '[]', '“”'].map((pair) => [...pair])
const closingOf = new Map(pairs.map(([opening = '', closing = '']) => [opening, closing]))
const closings = new Set(closingOf.values())

/**
 * If a mark (a range to highlight) contains only one bracket of a pair, extends the mark by the other bracket if that
 * stands right beside it; otherwise divides the mark at the single bracket, which is not highlighted.
 */
function withoutHalfPairs(text: string, mark: Mark): Mark[] {
  const [start, end] = withNeighbours(text, mark)
  const bounds = [start - 1, ...singleBrackets(text, [start, end]), end]
  return bounds
    .slice(1)
    .map((bound, at): Mark => [(bounds[at] ?? 0) + 1, bound])
    .filter(([from, to]) => /[\p{L}\p{N}]/u.test(text.slice(from, to)))
}

function withNeighbours(text: string, [start, end]: Mark): Mark {
  const single = singleBrackets(text, [start, end]).map((at) => text[at] ?? '')
  const needsAfter = single.some((bracket) => closingOf.get(bracket) === text[end])
  const needsBefore = single.some((bracket) => closingOf.get(text[start - 1] ?? '') === bracket)
  return [needsBefore ? start - 1 : start, needsAfter ? end + 1 : end]
}

/** Returns the positions of the brackets in a range of a text whose other bracket is not in the range. */
function singleBrackets(text: string, [start, end]: Mark): number[] {
  const [open, single]: [number[], number[]] = [[], []]
  for (let at = start; at < end; at += 1) {
    const bracket = text[at] ?? ''
    if (closingOf.has(bracket)) open.push(at)
    else if (closings.has(bracket)) {
      if (closingOf.get(text[open.at(-1) ?? -1] ?? '') === bracket) open.pop()
      else single.push(at)
    }
  }
  return [...open, ...single].sort((a, b) => a - b)
}

/** Sorts the highlighted ranges of a text and joins those that overlap or touch. */
function mergeMarks(marks: Mark[]): Mark[] {
  const joined: Mark[] = []
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
