export interface Window {
  start: number
  end: number
  slips: number
}

/** The stretch of a text that is nearest to a pattern, at most so many letters changed, missing, added or swapped; undefined where all are further. */
export function bestWindow(text: string, pattern: string, maxSlips: number): Window | undefined {
  // Row by row over the text: the cheapest way to have matched so much of the pattern, ending here, and where it began.
  let older: Cell[] = []
  let before: Cell[] = Array.from({ length: pattern.length + 1 }, (_, slips) => ({ slips, start: 0 }))
  let best: Window | undefined
  for (let at = 0; at < text.length; at += 1) {
    const row: Cell[] = [{ slips: 0, start: at + 1 }]
    for (let of = 1; of <= pattern.length; of += 1) row.push(cheapest(text, pattern, at, of, { row, before, older }))
    const { slips, start } = row[pattern.length] as Cell
    if (slips <= maxSlips && (best === undefined || slips < best.slips)) best = { start, end: at + 1, slips }
    older = before
    before = row
  }
  return best
}

interface Cell {
  slips: number
  start: number
}
interface Rows {
  row: Cell[]
  before: Cell[]
  older: Cell[]
}

function cheapest(text: string, pattern: string, at: number, of: number, { row, before, older }: Rows): Cell {
  const plus = (cell: Cell | undefined, slips: number): Cell => ({
    slips: (cell?.slips ?? Infinity) + slips,
    start: cell?.start ?? 0,
  })
  const isSwapped = of > 1 && text[at] === pattern[of - 2] && text[at - 1] === pattern[of - 1]
  const ways = [
    plus(before[of - 1], text[at] === pattern[of - 1] ? 0 : 1),
    plus(before[of], 1),
    plus(row[of - 1], 1),
    ...(isSwapped ? [plus(older[of - 2], 1)] : []),
  ]
  return ways.reduce((least, way) => (way.slips < least.slips ? way : least))
}
