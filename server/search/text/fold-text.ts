import dictionary from 'opencc-js/dict/TSCharacters'
import { parseSimplifiedCharacters } from '#shared/simplified-characters.ts'

/**
 * A text normalized for comparison: simplified characters, lower case, half-width forms, no accents, and one space in
 * place of punctuation and spaces.
 */
export interface Folded {
  text: string
  /** For each UTF-16 unit of the normalized `text`, where its character starts in the original text. */
  starts: number[]
  /** For each UTF-16 unit of the normalized `text`, where its character ends in the original text. */
  ends: number[]
}

/** Letters that Unicode does not decompose into a base letter and an accent. */
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

let simplifiedOf: ReadonlyMap<string, string> | undefined

/**
 * Replaces a traditional character without regard to its context. This is accurate enough, because both the indexed
 * texts and the queries are simplified in the same way.
 */
function simplify(character: string): string {
  simplifiedOf ??= parseSimplifiedCharacters(dictionary)
  return simplifiedOf.get(character) ?? character
}

export function foldText(source: string): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] }
  let at = 0
  let hasSeparator = false
  for (const character of source) {
    const start = at
    at += character.length
    const plain =
      isPartOfWord(folded.text, character, source[at]) && !hasSeparator ? toSign(character) : foldCharacter(character)
    if (plain === '') continue
    if (plain === ' ') {
      hasSeparator = folded.text !== ''
      continue
    }
    if (hasSeparator) append(folded, ' ', start, start)
    hasSeparator = false
    append(folded, plain, start, at)
  }
  return folded
}

const toSign = (character: string) => character.normalize('NFKC')

/** Returns true for the signs of C++ and C#: after a single letter or a plus sign, and not before a letter. */
function isPartOfWord(before: string, character: string, next = ''): boolean {
  return (
    /^[+#＋＃]$/.test(character) &&
    /(?:^|[^a-z0-9+])[a-z]\+?$/.test(before) &&
    !/\p{L}/u.test(next.replace(/\p{Script=Han}/u, ''))
  )
}

function append(folded: Folded, text: string, start: number, end: number) {
  folded.text += text
  for (let unit = 0; unit < text.length; unit += 1) {
    folded.starts.push(start)
    folded.ends.push(end)
  }
}

/**
 * Returns the form of a character that is used to compare texts in the search: a space for a separator, and nothing for
 * a mark inside a word (an accent, an apostrophe, the dot in 哈利·波特).
 */
function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  const wide = (romanDigits.get(character) ?? character).normalize('NFKC').toLowerCase()
  const isMarked = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(wide)
  const bare = (isMarked ? wide.normalize('NFD') : wide).replace(/[\p{M}'’‘ʻʼ`´·•・‧∙⋅‐]/gu, '')
  const letters = [...bare].map((letter) => plainLetters[letter] ?? simplify(letter)).join('')
  const plain = letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const result = plain === '' && letters !== '' ? ' ' : plain
  if (foldedCharacters.size < 20_000) foldedCharacters.set(character, result)
  return result
}

const foldedCharacters = new Map<string, string>()
/** The digits of the Roman numerals that are one character each, from Ⅰ to Ⅻ. */
const romanDigits = new Map([...'ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ'].map((character, at) => [character, String(at + 1)]))

/**
 * Returns a text in the form in which titles are compared: normalized and without spaces, so that all spellings of a
 * title are equal.
 */
export function compactText(source: string): string {
  return foldText(source).text.replaceAll(' ', '')
}

/**
 * A run of characters of one kind: either CJK characters, each of which may be a word, or letters that form one word.
 */
export interface Run {
  text: string
  isHan: boolean
}

const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|(?<![\p{L}\p{N}])[a-z][+#]+|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]|[^\p{L}\p{N}]|$)/gu
const han = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u

export function runsOf(folded: string): Run[] {
  return (folded.match(runs) ?? []).map((text) => ({ text, isHan: han.test(text) }))
}
