/**
 * The finals (syllable endings) of standard Chinese without tones, listed by the initial consonant they follow. The
 * letter ü is written u.
 */
const finalsByInitial: Record<string, string> = {
  '': 'a ai an ang ao e ei en eng er o ou',
  b: 'a ai an ang ao ei en eng i ian iao ie in ing o u',
  p: 'a ai an ang ao ei en eng i ian iao ie in ing o ou u',
  m: 'a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u',
  f: 'a an ang ei en eng o ou u',
  d: 'a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo',
  t: 'a ai an ang ao e ei eng i ian iao ie ing ong ou u uan ui un uo',
  n: 'a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan ue un uo',
  l: 'a ai an ang ao e ei eng i ia ian iang iao ie in ing iu o ong ou u uan ue un uo',
  g: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  k: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  h: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  j: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  q: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  x: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  zh: 'a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo',
  ch: 'a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo',
  sh: 'a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo',
  r: 'an ang ao e en eng i ong ou u ua uan ui un uo',
  z: 'a ai an ang ao e ei en eng i ong ou u uan ui un uo',
  c: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  s: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  y: 'a an ang ao e i in ing o ong ou u uan ue un',
  w: 'a ai an ang ei en eng o u',
}
const syllables = new Set(
  Object.entries(finalsByInitial).flatMap(([initial, finals]) => finals.split(' ').map((final) => initial + final)),
)
/** All beginnings of pinyin syllables, including complete syllables. */
const syllableStarts = new Set(
  [...syllables].flatMap((syllable) => [...syllable].map((_, at) => syllable.slice(0, at + 1))),
)
const maxSyllableLength = 6
const maxReadings = 6

export function allSyllables(): Iterable<string> {
  return syllables
}

export function isSyllable(text = ''): boolean {
  return syllables.has(text)
}

/** Replaces a `v` that was typed for ü by `u`, as the syllable table writes it. */
export function plainPinyin(text: string): string {
  return text.includes('v') ? text.replace(/([ln])v/g, '$1u') : text
}

/**
 * Returns the ways to split a word into pinyin syllables, longer syllables first. The last syllable may be incomplete.
 */
export function readSyllables(word: string): string[][] {
  const readings: string[][] = []
  // Positions in the word from which on the remaining letters are known not to be pinyin. They are remembered, so that
  // none of them is examined twice.
  const unreadable = new Set<number>()
  const read = (at: number, before: string[]): boolean => {
    if (readings.length >= maxReadings) return true
    if (at === word.length) return (readings.push(before), true)
    if (unreadable.has(at)) return false
    let isReadable = false
    for (let length = Math.min(maxSyllableLength, word.length - at); length > 0; length -= 1) {
      const syllable = word.slice(at, at + length)
      const fits = at + length === word.length ? syllableStarts.has(syllable) : syllables.has(syllable)
      if (fits && read(at + length, [...before, syllable])) isReadable = true
    }
    if (!isReadable) unreadable.add(at)
    return isReadable
  }
  if (word.length <= 60) read(0, [])
  return readings
}

/**
 * Removes the tone digits of pinyin: `hong2lou2meng4` becomes `hongloumeng`. A syllable in the neutral tone may lack a
 * digit. Other words are returned unchanged.
 */
export function dropTones(word: string): string {
  if (!/^(?:[a-z]{1,12}[1-5])+[a-z]{0,6}$/.test(word)) return word
  const parts = word.split(/[1-5]/).filter((part) => part !== '')
  const isSpelled = (part: string) =>
    readSyllables(plainPinyin(part)).some((reading) => reading.length <= 2 && reading.every(isSyllable))
  return parts.every(isSpelled) ? parts.join('') : word
}
