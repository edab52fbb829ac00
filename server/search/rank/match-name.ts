import type { NameMatch } from './name-match.ts'
import type { Folded } from '#server/engines/text/fold-text.ts'
import { matchTypo } from './match-typo.ts'
import { type PreparedName, spanOf } from './prepare-name.ts'
import type { Term } from '#server/engines/text/search-query.ts'

/**
 * Returns the best match of a search term in a name, or undefined. Typos are accepted only if `allowsTypos`, because
 * with typos many unrelated names match.
 */
export function matchName(name: PreparedName, term: Term, allowsTypos: boolean): NameMatch | undefined {
  if (term.text.length > name.longestTerm) return undefined
  return (
    matchWritten(name, term) ??
    (name.numbered && matchWritten(name.numbered, term)) ??
    matchSpelled(name, term) ??
    (allowsTypos ? matchTypo(name, term) : undefined)
  )
}

const letter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d]/u

/** A short number, or a Roman numeral, which must be a whole word of a name: 3 is not found in 365. */
const onlyWhole = /^(?:\d{1,2}|[ivx]{2,})$/

/** Finds a Latin word only where a word of the name starts, so that `he` is not found in `the`. */
function findWord(text: string, word: string): number {
  let at = text.indexOf(word)
  const isInside = () =>
    letter.test(text[at - 1] ?? '') || (onlyWhole.test(word) && letter.test(text[at + word.length] ?? ''))
  while (at >= 0 && isInside()) at = text.indexOf(word, at + 1)
  return at
}

function matchWritten({ folded, compact, article }: PreparedName, { text, isHan }: Term): NameMatch | undefined {
  if (compact === text || (article > 0 && folded.text.slice(article).replaceAll(' ', '') === text))
    return { likeness: 'whole', marks: [[folded.starts[compact === text ? 0 : article] ?? 0, folded.ends.at(-1) ?? 0]] }
  const at = isHan ? folded.text.indexOf(text) : findWord(folded.text, text)
  if (at >= 0)
    return { likeness: at === 0 || at === article ? 'start' : 'inside', marks: [spanOf(folded, at, at + text.length)] }
  if (compact.startsWith(text)) return { likeness: 'start', marks: [compactSpan(folded, 0, text.length)] }
  const joined = compact.includes(text) ? findJoined(folded.text, text) : -1
  return joined > 0 ? { likeness: 'inside', marks: [compactSpan(folded, joined, text.length)] } : undefined
}

/** Finds several words of a name that were typed without spaces. Returns where the first word starts, or -1. */
function findJoined(text: string, typed: string): number {
  let at = text.indexOf(' ')
  while (at >= 0 && !text.slice(at).replaceAll(' ', '').startsWith(typed)) at = text.indexOf(' ', at + 1)
  return at < 0 ? -1 : at + 1
}

/**
 * Returns the range of a name, as written, that corresponds to `length` characters of its normalized text from `from`
 * on, not counting spaces.
 */
function compactSpan(folded: Folded, from: number, length: number): [number, number] {
  let to = from
  for (let seen = 0; seen < length && to < folded.text.length; to += 1) if (folded.text[to] !== ' ') seen += 1
  return spanOf(folded, from, to)
}

function matchSpelled(name: PreparedName, { text, isHan, letters, readings }: Term): NameMatch | undefined {
  if (name.sounds.length === 0) return undefined
  if (isHan) {
    // A search term of two characters sounds like a part of too many names, so it must sound like a whole name or like
    // the last part of a foreign one (福柯 in 米歇尔·福柯).
    const isPart = [...text].length < 3 && name.sounds.length > 2
    const sounds = isPart ? name.lastPart : name.sounds
    return isPart && sounds.length > 2 ? undefined : soundsAlike({ folded: name.folded, sounds }, readings)
  }
  return letters === '' ? undefined : (matchSyllables(name, letters) ?? matchInitials(name, letters))
}

function soundsAlike(name: Pick<PreparedName, 'folded' | 'sounds'>, readings: string[][]): NameMatch | undefined {
  const found = readings.map((reading) => findSounds(name, reading.join(''), true)).find((span) => span !== undefined)
  return found && { likeness: 'soundsAlike', marks: [found.mark] }
}

function matchSyllables(name: PreparedName, letters: string): NameMatch | undefined {
  const found = findSounds(name, letters, false)
  if (found === undefined) return undefined
  const isWhole = found.first === 0 && found.isComplete && found.last === name.sounds.length - 1
  return {
    likeness: isWhole ? 'spelledWhole' : found.first === 0 ? 'spelledStart' : 'spelledInside',
    marks: [found.mark],
  }
}

/**
 * Finds consecutive pinyin syllables of a name that spell the typed letters. The last syllable may be incomplete,
 * unless `isWhole` is set.
 */
function findSounds({ sounds, folded }: Pick<PreparedName, 'folded' | 'sounds'>, letters: string, isWhole: boolean) {
  for (let first = 0; first < sounds.length; first += 1) {
    let rest = letters
    for (let last = first; last < sounds.length; last += 1) {
      const { sound = '', at = 0 } = sounds[last] ?? {}
      const isComplete = sound !== '' && rest.startsWith(sound)
      if (!isComplete && (isWhole || !sound.startsWith(rest))) break
      rest = isComplete ? rest.slice(sound.length) : ''
      if (rest !== '') continue
      // A search term of a single letter is not treated as pinyin, because it would match too many names.
      if (letters.length < 2) return undefined
      return { first, last, isComplete, mark: spanOf(folded, sounds[first]?.at ?? 0, at + 1) }
    }
  }
  return undefined
}

function matchInitials({ sounds, folded, initials }: PreparedName, letters: string): NameMatch | undefined {
  const first = initials.indexOf(letters)
  if (first < 0 || (letters.length === 1 && first > 0)) return undefined
  const last = sounds[first + letters.length - 1]?.at ?? 0
  const mark = spanOf(folded, sounds[first]?.at ?? 0, last + 1)
  const likeness = first > 0 ? 'initialsInside' : initials.length === letters.length ? 'initialsWhole' : 'initialsStart'
  return { likeness, marks: [mark] }
}
