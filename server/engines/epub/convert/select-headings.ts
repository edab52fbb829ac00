/** A line that begins like a heading with a number; the numbers of the other lines decide whether it is one. */
export interface NumberedLine {
  /** The word that is numbered, such as 章; only headings with the same word continue each other's numbers. */
  unit: string
  /** Whether the word numbers chapters in some books only, such as 夜 and 课. */
  isRare: boolean
  /** The number of the heading; `lastNumber` differs from it in a heading of several chapters, such as 第三至五章. */
  number: number
  lastNumber: number
  /**
   * 3 for a number alone or with a title behind a separator; 2 and 1 for a title directly behind the number or with the
   * punctuation of a sentence, 2 if an empty line precedes it; 0 for what is more probably a sentence.
   */
  certainty: 0 | 1 | 2 | 3
}

/** The least number of headings with a rare word that divide a text into chapters. */
const fewestRare = 3
/** Words for chapters. If a text has chapters, lines with a rare word are not headings as well. */
const chapterUnit = /^(?:[章回节節话話]|chapter)$/

/** Returns the lines that are headings: the certain ones, and the others whose numbers fit between theirs. */
export function selectConsistent<Line extends NumberedLine>(candidates: Line[]): Line[] {
  const units = Map.groupBy(candidates, ({ unit }) => unit)
  const selected = [...units.values()].flatMap(selectOfUnit)
  const hasChapters = selected.filter(({ unit }) => chapterUnit.test(unit)).length > 1
  return selected.filter(({ isRare }) => !(isRare && hasChapters))
}

/** Selects among the candidates of one unit. */
function selectOfUnit<Line extends NumberedLine>(candidates: Line[]): Line[] {
  let selected = candidates.filter(({ certainty }) => certainty === 3)
  for (const certainty of [2, 1, 0]) {
    const fitting = listFitting(candidates, new Set(selected), certainty)
    // Sentences alone must be a whole series. Otherwise each stands between two headings.
    if (certainty === 0 && selected.length === 0 && fitting.length < fewestRare) continue
    selected = fitting
  }
  const [first] = selected
  if (first === undefined || (first.isRare && countSeries(selected) < fewestRare)) return []
  // A single line that is not certain and not the first of its kind is a sentence.
  return selected.length === 1 && first.certainty < 3 && first.number > 1 ? [] : selected
}

/** Returns the selected candidates together with those of the given certainty whose numbers fit among them. */
function listFitting<Line extends NumberedLine>(candidates: Line[], selected: Set<Line>, certainty: number): Line[] {
  const nextSelected: (Line | undefined)[] = []
  let next: Line | undefined
  for (const [at, candidate] of [...candidates.entries()].toReversed()) {
    nextSelected[at] = next
    if (selected.has(candidate)) next = candidate
  }
  const result: Line[] = []
  for (const [at, candidate] of candidates.entries()) {
    const isFitting =
      candidate.certainty === certainty && fits(candidate, result.at(-1), nextSelected[at], selected.size > 0)
    if (selected.has(candidate) || isFitting) result.push(candidate)
  }
  return result
}

/** Tells whether a candidate continues the number of the heading before it and leaves room for the one behind it. */
function fits(
  { number, certainty }: NumberedLine,
  before: NumberedLine | undefined,
  next: NumberedLine | undefined,
  hasSelected: boolean,
): boolean {
  if (certainty === 0 && hasSelected)
    return before !== undefined && continues(before, number) && next?.number === number + 1
  if (before === undefined) return next === undefined || next.number > number
  if (continues(before, number)) return next === undefined || next.number <= 1 || next.number > number
  // In a new volume the numbers begin anew.
  return number <= 1 && before.number > 1 && (hasSelected ? next?.number === 2 : certainty > 0)
}

function continues({ lastNumber }: NumberedLine, number: number): boolean {
  return number > lastNumber && number <= Math.floor(lastNumber) + 1
}

/** Returns the length of the longest series of consecutive numbers. */
function countSeries(selected: NumberedLine[]): number {
  let [longest, length] = [0, 0]
  for (const [at, { number }] of selected.entries()) {
    const before = selected[at - 1]
    length = before !== undefined && continues(before, number) ? length + 1 : 1
    longest = Math.max(longest, length)
  }
  return longest
}
