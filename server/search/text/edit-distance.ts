export interface Window {
  start: number
  end: number
  slips: number
}

/** The stretch of a text that is nearest to a pattern, at most so many letters changed, missing, added or swapped; undefined where all are further. */
export function bestWindow(text: string, pattern: string, maxSlips: number): Window | undefined {
  // Row by row over the text: the cheapest way to have matched so much of the pattern, ending here, and where it began.
  let older = new Row(pattern.length, 0)
  let before = new Row(pattern.length, 0)
  let row = new Row(pattern.length, 0)
  for (let of = 1; of <= pattern.length; of += 1) before.set(of, of, 0)
  let best: Window | undefined
  for (let at = 0; at < text.length; at += 1) {
    row.set(0, 0, at + 1)
    for (let of = 1; of <= pattern.length; of += 1) fillCell({ text, pattern, at, of }, row, before, older)
    const slips = row.slips[pattern.length] ?? Infinity
    if (slips <= maxSlips && slips < (best?.slips ?? Infinity))
      best = { start: row.starts[pattern.length] ?? 0, end: at + 1, slips }
    // The oldest is written over next.
    ;[older, before, row] = [before, row, older]
  }
  return best
}

/** Numbers in place of objects: a search fills a hundred thousand cells. */
class Row {
  readonly slips: Int32Array
  readonly starts: Int32Array

  constructor(length: number, start: number) {
    this.slips = new Int32Array(length + 1)
    this.starts = new Int32Array(length + 1).fill(start)
  }

  set(at: number, slips: number, start: number) {
    this.slips[at] = slips
    this.starts[at] = start
  }

  /** Takes another's way where it is cheaper. */
  improve(at: number, from: Row, of: number, cost: number) {
    const slips = (from.slips[of] ?? 0) + cost
    if (slips < (this.slips[at] ?? 0)) this.set(at, slips, from.starts[of] ?? 0)
  }
}

interface Cell {
  text: string
  pattern: string
  at: number
  of: number
}

function fillCell({ text, pattern, at, of }: Cell, row: Row, before: Row, older: Row) {
  row.set(of, 1_000_000, 0)
  row.improve(of, before, of - 1, text[at] === pattern[of - 1] ? 0 : 1)
  row.improve(of, before, of, 1)
  row.improve(of, row, of - 1, 1)
  if (at > 0 && of > 1 && text[at] === pattern[of - 2] && text[at - 1] === pattern[of - 1])
    row.improve(of, older, of - 2, 1)
}
