/** A line of a text file as it is, with its width in columns: 2 for a Chinese character, 1 for a Latin letter. */
interface MeasuredLine {
  text: string
  indent: number
  width: number
}

const wide =
  /[\u1100-\u115f\u2014\u2018-\u201d\u2026\u2e80-\u303f\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\u{20000}-\u{3ffff}]/u
const [beginsWide, endsWide] = [new RegExp(`^${wide.source}`, 'u'), new RegExp(`${wide.source}$`, 'u')]
const punctuationInside = /[，。；：！？、,;].*\S/
const punctuationBehind = /[\p{P}]$/u
/** Matches a letter of a script that has spaces between words. */
const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
const capital = /^\p{Lu}/u

/** A text with fewer full lines may be verse or a list of short paragraphs. */
const fewestFull = 8
/** The least width of lines that are broken by a program; shorter ones are verse. */
const narrowest = { chinese: 24, latin: 50 }
const widest = 130

/**
 * Returns the lines, from 0, that continue the line before, if a program has broken the paragraphs of the text into
 * lines of equal width. The set is empty for texts whose lines are paragraphs or verse.
 */
export function findContinuedLines(rawLines: string[]): Set<number> {
  const lines = rawLines.map(measure)
  const filled = [...lines.entries()].filter(([, line]) => line.text !== '')
  const isSpaced = filled.filter(([at]) => lines[at + 1]?.text === '').length > filled.length * 0.9
  const width = filled.map(([, line]) => line.width).toSorted((one, other) => one - other)[
    Math.floor((filled.length - 1) * 0.98)
  ]
  if (width === undefined || width > widest || width < narrowest.chinese) return new Set()
  const pairs = filled.slice(1).flatMap(([at, line], index) => {
    const [before, previous] = filled[index] ?? []
    if (before === undefined || previous === undefined || (before < at - 1 && !isSpaced)) return []
    return isFull(previous, line, width) ? [{ at, line, previous }] : []
  })
  if (!isWrapped(pairs, filled.length, width)) return new Set()
  const base = commonIndent(pairs.map(({ line }) => line.indent))
  return new Set(pairs.filter(({ line }) => line.indent <= base).map(({ at }) => at))
}

function measure(line: string): MeasuredLine {
  const text = line.trim()
  const indent = widthOf(line.slice(0, line.length - line.trimStart().length).replaceAll('\t', '    '))
  return { text, indent, width: indent + widthOf(text) }
}

function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += wide.test(character) ? 2 : 1
  return width
}

/** Tells whether the first character or word of the next line would not have fitted into the line. */
function isFull(line: MeasuredLine, next: MeasuredLine, width: number): boolean {
  const [word = ''] = (alphabetic.test(next.text) ? /^\S+/ : /^\S\p{P}*/u).exec(next.text) ?? []
  const isSpaced = needsSpace(line.text, next.text)
  // Punctuation that may not begin a Chinese line hangs behind the edge, so that most lines are shorter by 2 columns.
  return line.width + widthOf(word) + (isSpaced ? 1 : 2) > width
}

interface Pair {
  line: MeasuredLine
  previous: MeasuredLine
}

/**
 * Tells whether full lines are the rule and end anywhere in their sentences. Paragraphs and verse of equal width end
 * with punctuation, or have none inside; lines of Latin verse begin with a capital letter.
 */
function isWrapped(pairs: Pair[], count: number, width: number): boolean {
  if (pairs.length < fewestFull || pairs.length < count * 0.25) return false
  const share = (isCounted: (pair: Pair) => boolean) => pairs.filter(isCounted).length / pairs.length
  if (share(({ previous }) => punctuationBehind.test(previous.text)) > 0.5) return false
  if (share(({ previous }) => alphabetic.test(previous.text)) > 0.5)
    return width >= narrowest.latin && share(({ line }) => capital.test(line.text)) < 0.5
  return width >= 2 * narrowest.chinese || share(({ previous }) => punctuationInside.test(previous.text)) > 0.5
}

/** Returns the indent of the lines within paragraphs: the smallest one that is not an exception. */
function commonIndent(indents: number[]): number {
  const sorted = indents.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 10)] ?? 0
}

/** Joins the lines of a paragraph, with spaces between words of scripts that have spaces. */
export function joinLines(lines: string[]): string {
  return lines.map((line, at) => (at > 0 && needsSpace(lines[at - 1] ?? '', line) ? ` ${line}` : line)).join('')
}

function needsSpace(before: string, line: string): boolean {
  return !before.endsWith('-') && !endsWide.test(before.slice(-2)) && !beginsWide.test(line)
}
