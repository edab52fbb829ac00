/** A way to break a title into lines, rated by how well it looks. */

interface LineBreak {
  lines: string[]
  /** A penalty that tells how bad the line breaks are; 0 is best. */
  badness: number
}

const closing = /^[，。、；：！？…—·》〉）」』】”’,.;:!?)\]%‧•・～–-]$/u
const opening = /^[《〈（「『【“‘([]$/u
const pausing = /^[，。、；：！？…—,.;:!?]$/u
const dots = /^[·‧•・]$/u
const hyphens = /^[–-]$/u
const latin = /^[\p{Script=Latin}\p{Nd}\p{M}'’&@#$+_.-]$/u
const grammatical = /[的之与和及或在是不了我你他她它这那从到有无论记传史集说志录]$/u
const words = new Intl.Segmenter('zh', { granularity: 'word' })

interface Token {
  text: string
  width: number
  /** The penalty for breaking the line after this piece of text; 0 for the best positions. */
  cost: number
}

/**
 * Breaks a text into lines of at most `room` ems. The lines have similar lengths and preferably break between words.
 * Returns undefined if a piece that must not be broken is longer than a line. `measure` returns the width of a
 * character in ems.
 */
export function breakLines(text: string, room: number, measure: (char: string) => number): LineBreak | undefined {
  const tokens = tokenize(text, measure)
  const total = tokens.reduce((sum, token) => sum + token.width, 0)
  if (tokens.some((token) => token.width > room)) return undefined
  let best: LineBreak | undefined
  const fewest = Math.max(1, Math.ceil(total / room))
  for (let count = fewest; count <= fewest + 1; count++) {
    const found = breakEvenly(tokens, count, room, total / count)
    if (found && (!best || found.badness < best.badness - 0.1)) best = found
  }
  return best
}

/** Breaks prose into lines of at most `room` ems by filling one line after the other. */
export function fillLines(text: string, room: number, measure: (char: string) => number): string[] {
  const lines: string[] = []
  let width = Infinity
  for (const token of tokenize(text, measure)) {
    width += token.width
    if (width > room) {
      lines.push('')
      width = token.width
    }
    lines.push((lines.pop() ?? '') + token.text)
  }
  return lines.map((line) => line.trim())
}

function breakEvenly(tokens: Token[], count: number, room: number, ideal: number): LineBreak | undefined {
  const memo = new Map<string, { cost: number; end: number } | undefined>()
  function solve(start: number, left: number): { cost: number; end: number } | undefined {
    const key = `${start},${left}`
    if (memo.has(key)) return memo.get(key)
    let best: { cost: number; end: number } | undefined
    let width = 0
    for (let end = start + 1; end <= tokens.length; end++) {
      const last = tokens[end - 1]
      width += last?.width ?? 0
      if (width > room + 1e-6) break
      if ((left === 1) !== (end === tokens.length)) continue
      const rest = left === 1 ? 0 : (solve(end, left - 1)?.cost ?? Infinity)
      const cost = ((ideal - width) / ideal) ** 2 * 0.45 + (left === 1 ? 0 : (last?.cost ?? 0)) + rest
      if (cost < (best?.cost ?? Infinity)) best = { cost, end }
    }
    memo.set(key, best)
    return best
  }
  const badness = solve(0, count)?.cost
  if (badness === undefined || badness === Infinity) return undefined
  const lines: string[] = []
  for (let start = 0, left = count; left > 0; left--) {
    const end = solve(start, left)?.end ?? tokens.length
    const line = tokens.slice(start, end).map((token) => token.text)
    lines.push(line.join('').trim())
    start = end
  }
  return { lines, badness: badness / count ** 0.5 }
}

/**
 * Splits a text into tokens: single characters, Latin words, and punctuation marks together with the adjacent character
 * that must stay on the same line.
 */
function tokenize(text: string, measure: (char: string) => number): Token[] {
  const tokens: Token[] = []
  for (const word of splitWords(text)) {
    const chars = [...word]
    chars.forEach((char, index) => {
      const previous = tokens.at(-1)
      const width = measure(char)
      const isWordEnd = index === chars.length - 1
      if (previous && mustNotBreak(previous.text, char)) {
        previous.text += char
        previous.width += width
        previous.cost = breakCost(previous.text, isWordEnd)
      } else tokens.push({ text: char, width, cost: breakCost(char, isWordEnd) })
    })
  }
  tokens.forEach((token, index) => {
    const next = tokens[index + 1]?.text[0] ?? ''
    if (/[的了着们地之]/.test(next)) token.cost += 0.35
    else if (/[与和及或]/.test(next)) token.cost = Math.max(0.02, token.cost - 0.1)
  })
  return tokens
}

/**
 * Splits a text into words. `Intl.Segmenter` does not know transliterated names and splits them into single characters
 * (卡拉|马|佐|夫), so a sequence of single characters is joined with the word before it.
 */
function splitWords(text: string): string[] {
  const found: string[] = []
  let isRun = false
  for (const { segment } of words.segment(text)) {
    const isSingleCharacter = /^\p{Script=Han}$/u.test(segment) && !grammatical.test(segment)
    const previous = found.at(-1) ?? ''
    if (
      isSingleCharacter &&
      /\p{Script=Han}$/u.test(previous) &&
      !grammatical.test(previous) &&
      (isRun || [...previous].length < 3)
    )
      found.push((found.pop() ?? '') + segment)
    else found.push(segment)
    isRun = isSingleCharacter
  }
  return found
}

function mustNotBreak(previous: string, char: string): boolean {
  const last = [...previous].at(-1) ?? ''
  if (closing.test(char) || opening.test(last) || char === ' ') return true
  return latin.test(last) && latin.test(char) && [...previous].length < 16
}

function breakCost(text: string, isWordEnd: boolean): number {
  const last = [...text].at(-1) ?? ''
  if (pausing.test(last) || last === ' ') return 0
  if (dots.test(last)) return 0.06
  if (hyphens.test(last)) return 0.2
  if (/[与和及或]/.test(last)) return 0.3
  if (/[的之]/.test(last)) return 0.06
  return isWordEnd ? 0.12 : 0.5
}
