import { allSyllables } from './pinyin-syllables.ts'

/**
 * Returns the form of a syllable in which spellings that many people in southern China do not distinguish are equal:
 * zh, ch, sh and z, c, s; the endings ng and n; the initials n and l.
 */
export function southernForm(syllable: string): string {
  return formBySyllable.get(syllable) ?? makeForm(syllable)
}

const makeForm = (syllable: string) =>
  syllable
    .replace(/^([zcs])h/, '$1')
    .replace(/ng$/, 'n')
    .replace(/^n(?=[aeiou])/, 'l')

/**
 * The southern forms of all syllables, computed in advance because the ranking needs them for every name that it
 * compares.
 */
const formBySyllable = new Map([...allSyllables()].map((syllable) => [syllable, makeForm(syllable)]))

/**
 * For each southern form, such as `son`, the spellings with this form, such as `song`, including spellings that are not
 * syllables of standard Chinese.
 */
const spellings = new Map<string, Set<string>>()
/** The syllables of standard Chinese with each southern form. */
const syllablesByForm = new Map<string, string[]>()

for (const syllable of allSyllables()) {
  const form = southernForm(syllable)
  syllablesByForm.set(form, [...(syllablesByForm.get(form) ?? []), syllable])
  const written = [syllable, syllable.replace(/^([zcs])h/, '$1'), syllable.replace(/ng$/, 'n'), form]
  for (const spelling of [...written, syllable.replace(/^([zcs])h/, '$1').replace(/ng$/, 'n')])
    spellings.set(spelling, new Set([...(spellings.get(spelling) ?? []), form]))
}

/** Returns the syllables that a typed syllable may stand for in southern spelling, itself included. */
export function southernSyllables(typed: string): string[] {
  return [...(spellings.get(typed) ?? [])].flatMap((form) => syllablesByForm.get(form) ?? [])
}

const maxLength = 6

/** A syllable of typed letters, or a single letter that belongs to no syllable. */
export interface PinyinPiece {
  text: string
  isSyllable: boolean
}

/**
 * Splits letters into syllables as far as possible: the fewest letters belong to no syllable, then the fewest syllables
 * are used. Southern spellings count as syllables.
 */
export function splitLetters(letters: string): PinyinPiece[] {
  // Dynamic programming: `best[at]` is the cheapest way to split the first `at` letters.
  const best: { cost: number; pieces: PinyinPiece[] }[] = [{ cost: 0, pieces: [] }]
  for (let end = 1; end <= letters.length; end += 1) {
    const { cost = 0, pieces = [] } = best[end - 1] ?? {}
    let cheapest = { cost: cost + 100, pieces: [...pieces, { text: letters.charAt(end - 1), isSyllable: false }] }
    for (let length = 1; length <= Math.min(maxLength, end); length += 1) {
      const text = letters.slice(end - length, end)
      const start = best[end - length]
      if (start === undefined || !spellings.has(text) || start.cost + 1 >= cheapest.cost) continue
      cheapest = { cost: start.cost + 1, pieces: [...start.pieces, { text, isSyllable: true }] }
    }
    best.push(cheapest)
  }
  return best.at(-1)?.pieces ?? []
}
