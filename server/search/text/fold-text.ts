import traditionalPairs from 'opencc-js/dict/TSCharacters'

/** A text as it is compared: simplified, lower case, half-width, without accents; a single space where marks or spaces stood. */
export interface Folded {
  text: string
  /** For each UTF-16 unit of `text`, where the character it came from starts and ends in the text as written. */
  starts: number[]
  ends: number[]
}

/** Letters that Unicode does not take apart into a base and a mark. */
const plainLetters: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
}

let simplifiedOf: Map<string, string> | undefined

/** One to one and without context: both what is searched and what is typed go through it, so that they meet wherever they differ. */
function simplify(character: string): string {
  simplifiedOf ??= new Map(traditionalPairs.split('|').map((pair) => pair.split(' ').slice(0, 2) as [string, string]))
  return simplifiedOf.get(character) ?? character
}

export function foldText(source: string): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] }
  let at = 0
  let isBroken = false
  for (const character of source) {
    const start = at
    at += character.length
    const plain = foldCharacter(character)
    if (plain === '') continue
    if (plain === ' ') {
      isBroken = folded.text !== ''
      continue
    }
    if (isBroken) append(folded, ' ', start, start)
    isBroken = false
    append(folded, plain, start, at)
  }
  return folded
}

function append(folded: Folded, text: string, start: number, end: number) {
  folded.text += text
  for (let unit = 0; unit < text.length; unit += 1) {
    folded.starts.push(start)
    folded.ends.push(end)
  }
}

/** Its comparable form; a space for what parts words, nothing for what stands inside them (accents, apostrophes, the dot in 哈利·波特). */
function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  const wide = character.normalize('NFKC').toLowerCase()
  const isMarked = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(wide)
  const bare = (isMarked ? wide.normalize('NFD') : wide).replace(/[\p{M}'’‘ʻʼ`´·•・‧∙⋅‐]/gu, '')
  const letters = [...bare].map((one) => plainLetters[one] ?? simplify(one)).join('')
  const plain = letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const result = plain === '' && letters !== '' ? ' ' : plain
  if (foldedCharacters.size < 20_000) foldedCharacters.set(character, result)
  return result
}

const foldedCharacters = new Map<string, string>()

/** The comparable form without spaces: what two ways of writing one title share. */
export function compactText(source: string): string {
  return foldText(source).text.replaceAll(' ', '')
}

/** A run of characters that are words by themselves, as in Chinese, or of letters that make one. */
export interface Run {
  text: string
  isHan: boolean
}

const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]|[^\p{L}\p{N}]|$)/gu
const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u

export function runsOf(folded: string): Run[] {
  return (folded.match(runs) ?? []).map((text) => ({ text, isHan: han.test(text) }))
}
