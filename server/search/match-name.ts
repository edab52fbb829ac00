import { type Folded, foldText, runsOf } from './fold-text.ts'
import { bestWindow } from './edit-distance.ts'
import type { Term } from './search-query.ts'
import { plainPinyin } from './pinyin-syllables.ts'

/** How a term stands in a name; the better, the nearer to what was typed. */
export type Likeness =
  | 'whole'
  | 'start'
  | 'inside'
  | 'spelledWhole'
  | 'spelledStart'
  | 'spelledInside'
  | 'initialsWhole'
  | 'initialsStart'
  | 'initialsInside'
  | 'soundsAlike'
  | 'gaps'
  | 'slip'
  | 'spelledSlip'

/** What each likeness is worth, of 1. Inside a title (0.70 and less) still outweighs the whole of an author. */
export const likenessWorth: Record<Likeness, number> = {
  whole: 1,
  start: 0.88,
  inside: 0.74,
  spelledWhole: 0.98,
  spelledStart: 0.86,
  spelledInside: 0.72,
  initialsWhole: 0.94,
  initialsStart: 0.8,
  initialsInside: 0.66,
  soundsAlike: 0.6,
  gaps: 0.56,
  slip: 0.5,
  spelledSlip: 0.42,
}

export interface NameMatch {
  likeness: Likeness
  /** Of the name as it is written, in UTF-16 units. */
  marks: [number, number][]
}

/** A name made ready to be compared with many terms. */
export interface PreparedName {
  folded: Folded
  compact: string
  /** One a Chinese character, with where it stands in the folded text. */
  sounds: { sound: string; at: number }[]
}

export function prepareName(text: string, sounds: string): PreparedName {
  const folded = foldText(text)
  const spelled = sounds === '' ? [] : sounds.split(' ')
  const places: number[] = []
  let from = 0
  for (const run of runsOf(folded.text)) {
    const start = folded.text.indexOf(run.text, from)
    from = start + run.text.length
    if (!run.isHan) continue
    let at = start
    for (const character of run.text) {
      places.push(at)
      at += character.length
    }
  }
  return {
    folded,
    compact: folded.text.replaceAll(' ', ''),
    sounds: spelled.map((sound, index) => ({ sound, at: places[index] ?? 0 })),
  }
}

/** The best likeness of one term to a name, or undefined. Slips are looked for only when asked, for they are found in much. */
export function matchName(name: PreparedName, term: Term, allowsSlips: boolean): NameMatch | undefined {
  return matchWritten(name, term) ?? matchSpelled(name, term) ?? (allowsSlips ? matchSlip(name, term) : undefined)
}

const letter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\d]'

function matchWritten({ folded, compact }: PreparedName, { text, isHan }: Term): NameMatch | undefined {
  if (compact === text) return { likeness: 'whole', marks: [[folded.starts[0] ?? 0, folded.ends.at(-1) ?? 0]] }
  // Letters are found from the start of a word only: `he` is not in `the`.
  const at = isHan ? folded.text.indexOf(text) : folded.text.search(new RegExp(`(?<!${letter})${text}`, 'u'))
  if (at >= 0) return { likeness: at === 0 ? 'start' : 'inside', marks: [spanOf(folded, at, at + text.length)] }
  return compact.startsWith(text) ? { likeness: 'start', marks: [compactSpan(folded, text.length)] } : undefined
}

function spanOf({ starts, ends }: Folded, from: number, to: number): [number, number] {
  return [starts[from] ?? 0, ends[to - 1] ?? 0]
}

/** From the start, over as many letters as there are without the spaces. */
function compactSpan(folded: Folded, length: number): [number, number] {
  let to = 0
  for (let seen = 0; seen < length && to < folded.text.length; to += 1) if (folded.text[to] !== ' ') seen += 1
  return spanOf(folded, 0, to)
}

function matchSpelled(name: PreparedName, { text, isHan, readings }: Term): NameMatch | undefined {
  if (name.sounds.length === 0) return undefined
  if (isHan) return soundsAlike(name, readings)
  if (!/^[a-z]+$/.test(text)) return undefined
  return matchSyllables(name, plainPinyin(text)) ?? matchInitials(name, text)
}

function soundsAlike(name: PreparedName, readings: string[][]): NameMatch | undefined {
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

/** Syllables in a row that spell these letters; the last may be only begun, unless all must be whole. */
function findSounds({ sounds, folded }: PreparedName, letters: string, isWhole: boolean) {
  for (let first = 0; first < sounds.length; first += 1) {
    let rest = letters
    for (let last = first; last < sounds.length; last += 1) {
      const { sound = '', at = 0 } = sounds[last] ?? {}
      const isComplete = sound !== '' && rest.startsWith(sound)
      if (!isComplete && (isWhole || !sound.startsWith(rest))) break
      rest = isComplete ? rest.slice(sound.length) : ''
      if (rest !== '') continue
      // One letter is no pinyin.
      if (letters.length < 2) return undefined
      return { first, last, isComplete, mark: spanOf(folded, sounds[first]?.at ?? 0, at + 1) }
    }
  }
  return undefined
}

function matchInitials({ sounds, folded }: PreparedName, letters: string): NameMatch | undefined {
  const initials = sounds.map(({ sound }) => sound.slice(0, 1) || ' ').join('')
  const first = initials.indexOf(letters)
  if (first < 0 || (letters.length === 1 && first > 0)) return undefined
  const last = sounds[first + letters.length - 1]?.at ?? 0
  const mark = spanOf(folded, sounds[first]?.at ?? 0, last + 1)
  const likeness = first > 0 ? 'initialsInside' : initials.length === letters.length ? 'initialsWhole' : 'initialsStart'
  return { likeness, marks: [mark] }
}

function matchSlip(name: PreparedName, term: Term): NameMatch | undefined {
  return term.isHan ? (matchGaps(name, term.text) ?? matchHanSlip(name, term.text)) : matchLatinSlip(name, term.text)
}

/** All characters in their order, with one left out in a place or two: 平凡世界 in 平凡的世界. */
function matchGaps({ folded }: PreparedName, text: string): NameMatch | undefined {
  const [typed, written] = [[...text], [...folded.text]]
  if (typed.length < 3) return undefined
  for (let start = 0; start + typed.length <= written.length; start += 1) {
    const gaps = countGaps(typed, written.slice(start, start + typed.length + maxGaps))
    if (gaps === undefined) continue
    const from = written.slice(0, start).join('').length
    const length = written.slice(start, start + typed.length + gaps).join('').length
    return { likeness: 'gaps', marks: [spanOf(folded, from, from + length)] }
  }
  return undefined
}

const maxGaps = 2

/** The fewest places in which a text from its start leaves one character out of another. All ways are followed at once: a pattern tries them one by one. */
function countGaps(typed: string[], written: string[]): number | undefined {
  let ways = [0]
  for (const [at, character] of typed.entries()) {
    const next = at === 0 ? ways : [...new Set(ways.flatMap((gaps) => [gaps, gaps + 1]))]
    ways = next.filter((gaps) => gaps <= maxGaps && written[at + gaps] === character)
    if (ways.length === 0) return undefined
  }
  return Math.min(...ways)
}

function matchHanSlip({ folded, compact }: PreparedName, text: string): NameMatch | undefined {
  const typed = [...text]
  if (typed.length === 2) {
    const written = [...compact]
    const isNear = written.length === 2 && (written[0] === typed[0] || written[1] === typed[1])
    return isNear ? { likeness: 'slip', marks: [spanOf(folded, 0, folded.text.length)] } : undefined
  }
  if (typed.length < 3) return undefined
  const found = bestWindow(folded.text, text, typed.length >= 8 ? 2 : 1)
  return found && { likeness: 'slip', marks: [spanOf(folded, found.start, found.end)] }
}

/** Two letters off in a long word, one in a short: in a word, or in how the whole name is spelled. */
function matchLatinSlip(name: PreparedName, text: string): NameMatch | undefined {
  if (text.length < 4) return undefined
  const found = bestWindow(name.folded.text, text, text.length >= 8 ? 2 : 1)
  if (found !== undefined) return { likeness: 'slip', marks: [spanOf(name.folded, found.start, found.end)] }
  const spelled = name.sounds.map(({ sound }) => sound).join('')
  const window = text.length < 6 || spelled === '' ? undefined : bestWindow(spelled, text, text.length >= 9 ? 2 : 1)
  if (window === undefined) return undefined
  return { likeness: 'spelledSlip', marks: [soundSpan(name, window.start, window.end)] }
}

/** The characters spelled by a stretch of the name's pinyin. */
function soundSpan({ sounds, folded }: PreparedName, from: number, to: number): [number, number] {
  let at = 0
  const touched = sounds.filter(({ sound }) => {
    const start = at
    at += sound.length
    return start < to && at > from
  })
  return spanOf(folded, touched[0]?.at ?? 0, (touched.at(-1)?.at ?? 0) + 1)
}
