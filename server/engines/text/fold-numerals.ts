import type { Folded } from './fold-text.ts'

const digitsOf: Record<string, number> = {
  ...Object.fromEntries([...'零一二三四五六七八九'].map((digit, value) => [digit, value])),
  ...Object.fromEntries([...'〇壹贰叁肆伍陆柒捌玖'].map((digit, value) => [digit, value])),
  两: 2,
}
const unitsOf: Record<string, number> = { 十: 10, 拾: 10, 百: 100, 千: 1000 }
const numeral = '[〇零一二三四五六七八九十百千两壹贰叁肆伍陆柒捌玖拾]'
const roman = '(?:x?(?:i{2,3}|iv|vi{1,3}|ix)|xi|xii?|xv)'
const value = `(?:\\d+|${numeral}+|(?<![a-z])${roman}(?![a-z]))`
const unit = '[卷册部辑集季编]'

/** The forms in which names and queries write a number, in normalized text, the most specific form first. */
const numbers = new RegExp(
  [
    `第(?<counted>${value})${unit}(?![曲分])`,
    `(?<=[^\\d]|^)(?<volume>${value})${unit}(?=$| )`,
    `${unit}(?<after>${value})(?=$| |[a-z])`,
    `(?<several>${numeral}{2,})`,
    `(?<single>${numeral})(?=$| )`,
    `(?<![\\d.])0+(?<padded>[1-9]\\d*)`,
    `(?<![a-z])(?<roman>${roman})(?![a-z])`,
    `第(?<ordinal>${numeral})(?=\\p{Script=Han})`,
  ].join('|'),
  'gu',
)

/**
 * Returns false if a normalized text certainly contains no number: no digit, no Chinese numeral and no letter of a
 * Roman one.
 */
export function mayHaveNumerals(text: string): boolean {
  return /[\d〇零一二三四五六七八九十百千两壹贰叁肆伍陆柒捌玖拾ivx]/.test(text)
}

/**
 * Writes the numbers of a normalized text in digits, without the words of volumes: 三体 第二部 becomes 三体 2, and 一九八四
 * becomes 1984. Returns undefined for a text that has no such numbers.
 */
export function foldNumerals(folded: Folded): Folded | undefined {
  const changed: Folded = { text: '', starts: [], ends: [] }
  let from = 0
  for (const match of folded.text.matchAll(numbers)) {
    const [whole] = match
    const written = Object.values(match.groups ?? {}).find((group) => group !== undefined) ?? ''
    const number = readNumber(written)
    if (number === undefined) continue
    const ordinal = match.groups?.['ordinal'] === undefined ? '' : '第'
    copy(folded, changed, from, match.index)
    const [start, end] = [folded.starts[match.index] ?? 0, folded.ends[match.index + whole.length - 1] ?? 0]
    append(changed, `${ordinal === '' ? ' ' : ordinal}${number} `, start, end)
    from = match.index + whole.length
  }
  if (from === 0) return undefined
  copy(folded, changed, from, folded.text.length)
  return changed.text === folded.text ? undefined : changed
}

function copy(folded: Folded, changed: Folded, from: number, to: number) {
  for (let at = from; at < to; at += 1)
    append(changed, folded.text[at] ?? '', folded.starts[at] ?? 0, folded.ends[at] ?? 0)
}

/**
 * Appends text that stands for a range of the original text. A space at the beginning, and a space after another space,
 * are left out.
 */
function append(changed: Folded, text: string, start: number, end: number) {
  for (const unit of text) {
    if (unit === ' ' && (changed.text === '' || changed.text.endsWith(' '))) continue
    changed.text += unit
    for (let at = 0; at < unit.length; at += 1) {
      changed.starts.push(start)
      changed.ends.push(end)
    }
  }
}

/** Reads a number in digits, in Chinese numerals with or without units, or in Roman numerals. */
function readNumber(written: string): number | undefined {
  if (/^\d+$/.test(written)) return Number(written)
  if (/^[ivx]+$/.test(written)) return readRoman(written)
  const characters = [...written]
  if (characters.every((character) => digitsOf[character] !== undefined))
    return Number(characters.map((character) => digitsOf[character]).join(''))
  let [sum, digit] = [0, 0]
  for (const character of characters) {
    const unit = unitsOf[character]
    if (unit === undefined) digit = digitsOf[character] ?? 0
    else {
      sum += (digit === 0 ? 1 : digit) * unit
      digit = 0
    }
  }
  return sum + digit
}

function readRoman(written: string): number {
  const values = [...written].map((letter) => ({ i: 1, v: 5, x: 10 })[letter] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}
