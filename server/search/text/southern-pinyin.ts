import { allSyllables } from './pinyin-syllables.ts'

/**
 * Pinyin as many people in southern China spell it: without the difference between zh, ch, sh and z, c, s, between the
 * endings ng and n, and between the initials n and l.
 */
export function southernForm(syllable: string): string {
  return formBySyllable.get(syllable) ?? makeForm(syllable)
}

const makeForm = (syllable: string) =>
  syllable
    .replace(/^([zcs])h/, '$1')
    .replace(/ng$/, 'n')
    .replace(/^n(?=[aeiou])/, 'l')

/** The southern forms of all syllables, because the ranking asks for those of every name that it compares. */
const formBySyllable = new Map([...allSyllables()].map((syllable) => [syllable, makeForm(syllable)]))

/** All spellings of each southern form, whether the spelling is a syllable or not, such as `son` for song. */
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

/**
 * Splits letters into syllables as far as possible: the fewest letters belong to no syllable, then the fewest syllables
 * are used. Returns the runs of neighbouring syllables; letters that belong to no syllable separate two runs. Southern
 * spellings count as syllables.
 */
export function splitSyllables(letters: string): string[][] {
  // Dynamic programming: `best[at]` is the cheapest way to split the first `at` letters.
  const best: { cost: number; syllables: (string | undefined)[] }[] = [{ cost: 0, syllables: [] }]
  for (let end = 1; end <= letters.length; end += 1) {
    const before = best[end - 1] ?? { cost: 0, syllables: [] }
    let cheapest = { cost: before.cost + 100, syllables: [...before.syllables, undefined] }
    for (let length = 1; length <= Math.min(maxLength, end); length += 1) {
      const syllable = letters.slice(end - length, end)
      const start = best[end - length]
      if (start === undefined || !spellings.has(syllable) || start.cost + 1 >= cheapest.cost) continue
      cheapest = { cost: start.cost + 1, syllables: [...start.syllables, syllable] }
    }
    best.push(cheapest)
  }
  const runs: string[][] = [[]]
  for (const syllable of best.at(-1)?.syllables ?? []) {
    if (syllable === undefined) runs.push([])
    else runs.at(-1)?.push(syllable)
  }
  return runs.filter((run) => run.length > 0)
}
