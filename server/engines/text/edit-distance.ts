import { LRUCache } from 'lru-cache'

interface Window {
  start: number
  end: number
  edits: number
}

/**
 * Returns the part of a text with the smallest edit distance to a pattern; undefined if every part needs more than
 * `maxEdits` edits. An edit changes, removes or inserts a letter or swaps two neighbouring letters.
 */
export function bestWindow(text: string, pattern: string, maxEdits: number): Window | undefined {
  if (!isNear(text, pattern, maxEdits)) return undefined
  // Dynamic programming with one table row for each letter of the text. Cell n of a row holds the fewest edits with
  // which the first n letters of the pattern match a part of the text that ends at this letter, and where that part
  // starts.
  let older = new Row(pattern.length, 0)
  let previous = new Row(pattern.length, 0)
  let row = new Row(pattern.length, 0)
  for (let length = 1; length <= pattern.length; length += 1) previous.set(length, length, 0)
  let best: Window | undefined
  for (let at = 0; at < text.length; at += 1) {
    row.set(0, 0, at + 1)
    for (let length = 1; length <= pattern.length; length += 1)
      fillCell({ text, pattern, at, length }, row, previous, older)
    const edits = row.edits[pattern.length] ?? Infinity
    if (edits <= maxEdits && edits < (best?.edits ?? Infinity))
      best = { start: row.starts[pattern.length] ?? 0, end: at + 1, edits }
    // Three rows of the edit-distance table are reused: the next iteration overwrites the oldest one.
    ;[older, previous, row] = [previous, row, older]
  }
  return best
}

/** `isNear` holds a row of the table in the bits of an integer, so it compares this number of letters at most. */
const maxBits = 30

/** Maps each letter of a pattern to an integer in which the bits of the letter's positions are set. */
const positionsOf = new LRUCache<string, Map<string, number>>({
  max: 200,
  memoMethod: (pattern) =>
    [...Array(pattern.length).keys()].reduce(
      (bits, at) => bits.set(pattern.charAt(at), (bits.get(pattern.charAt(at)) ?? 0) | (1 << at)),
      new Map<string, number>(),
    ),
})

/**
 * Returns false only if every part of a text is more than `maxEdits` edits from a pattern. Of a long pattern only the
 * beginning is compared, because a text that lacks the beginning lacks the whole. This is Hyyrö's bit-parallel form of
 * the table that `bestWindow` fills: the bits of `up` and `down` tell where the next cell of a row is larger or smaller
 * by one. It rejects most names in a tenth of the time.
 */
function isNear(text: string, whole: string, maxEdits: number): boolean {
  const pattern = whole.slice(0, maxBits)
  const { length } = pattern
  if (length <= maxEdits) return true
  const positions = positionsOf.memo(pattern)
  const lastBit = 1 << (length - 1)
  let [up, down, edits, diagonal, before] = [-1, 0, length, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const equal = positions.get(text.charAt(at)) ?? 0
    const swapped = ((~diagonal & equal) << 1) & before
    diagonal = (((equal & up) + up) ^ up) | equal | down | swapped
    const [rises, falls] = [down | ~(diagonal | up), up & diagonal]
    if ((rises & lastBit) !== 0) edits += 1
    else if ((falls & lastBit) !== 0) edits -= 1
    if (edits <= maxEdits) return true
    up = (falls << 1) | ~(diagonal | (rises << 1))
    down = (rises << 1) & diagonal
    before = equal
  }
  return false
}

/** Returns the number of wrong letters that a typed Latin word may have: none in a word of fewer than four letters. */
export function maxEdits(word: string): number {
  return word.length < 4 ? 0 : word.length < 6 ? 1 : 2
}

/** Returns the edit distance of two whole words; undefined if it is larger than `limit`. */
export function wordDistance(word: string, typed: string, limit: number): number | undefined {
  if (Math.abs(word.length - typed.length) > limit) return undefined
  // Both words get the same marks at their ends, which occur in no word. Without the marks, `bestWindow` would compare
  // `typed` with a part of `word`, and additional letters at the ends of `word` would not count as edits. To leave out
  // all marks of an end takes more edits than allowed.
  const [start, end] = ['\n'.repeat(limit + 1), '\t'.repeat(limit + 1)]
  const found = bestWindow(start + word + end, start + typed + end, limit)
  return found?.edits
}

/** A row of the edit-distance table. It uses typed arrays for speed, because one search fills about 100,000 cells. */
class Row {
  readonly edits: Int32Array
  readonly starts: Int32Array

  constructor(length: number, start: number) {
    this.edits = new Int32Array(length + 1)
    this.starts = new Int32Array(length + 1).fill(start)
  }

  set(at: number, edits: number, start: number) {
    this.edits[at] = edits
    this.starts[at] = start
  }

  /** Sets a cell of the edit-distance table to the number of edits in another cell plus `cost`, if that is smaller. */
  improve(at: number, from: Row, length: number, cost: number) {
    const edits = (from.edits[length] ?? 0) + cost
    if (edits < (this.edits[at] ?? 0)) this.set(at, edits, from.starts[length] ?? 0)
  }
}

interface Cell {
  text: string
  pattern: string
  at: number
  length: number
}

function fillCell({ text, pattern, at, length }: Cell, row: Row, previous: Row, older: Row) {
  row.set(length, 1_000_000, 0)
  row.improve(length, previous, length - 1, text[at] === pattern[length - 1] ? 0 : 1)
  row.improve(length, previous, length, 1)
  row.improve(length, row, length - 1, 1)
  if (at > 0 && length > 1 && text[at] === pattern[length - 2] && text[at - 1] === pattern[length - 1])
    row.improve(length, older, length - 2, 1)
}
