import { LRUCache } from 'lru-cache'
import { bestWindow, maxEdits, wordDistance } from '#server/engines/text/edit-distance.ts'
import { countAbbreviated } from '#server/engines/text/abbreviated-pinyin.ts'
import { southernForm, splitLetters } from '#server/engines/text/southern-pinyin.ts'
import type { NameMatch } from './name-match.ts'
import { type PreparedName, spanOf } from './prepare-name.ts'
import type { Term } from '#server/engines/text/search-query.ts'

/** Matches a search term in a name that differs by wrong, missing, additional or swapped characters or letters. */
export function matchTypo(name: PreparedName, term: Term): NameMatch | undefined {
  if (!term.isHan)
    return matchWord(name, term.text) ?? matchAbbreviated(name, term.letters) ?? matchLetters(name, term.letters)
  const written = matchGaps(name, term.text) ?? matchHanTypo(name, term.text)
  const [reading] = term.readings
  return written ?? (reading && reading.length > 2 ? matchSouthern(name, reading.join('')) : undefined)
}

/**
 * Matches all characters of the search term in order, with up to two further ones between them: 平凡世界 is found in 平凡的世界.
 */
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
const minForWideGap = 5

/**
 * Compares a typed text with the start of a written name, which may have additional characters (gaps) in between, two
 * in a row only in a longer text (麦田守望者 in 麦田里的守望者). Returns the smallest number of gaps; undefined if more than
 * `maxGaps` are needed. All possibilities are followed at the same time, so that the cost is linear (a regular
 * expression would backtrack).
 */
function countGaps(typed: string[], written: string[]): number | undefined {
  const widest = typed.length >= minForWideGap ? 2 : 1
  let ways = [0]
  for (const [at, character] of typed.entries()) {
    const next = at === 0 ? ways : [...new Set(ways.flatMap((gaps) => [gaps, gaps + 1, gaps + widest]))]
    ways = next.filter((gaps) => gaps <= maxGaps && written[at + gaps] === character)
    if (ways.length === 0) return undefined
  }
  return Math.min(...ways)
}

function matchHanTypo({ folded }: PreparedName, text: string): NameMatch | undefined {
  const { length } = [...text]
  if (length < 3) return undefined
  const found = bestWindow(folded.text, text, length >= minForTwoWrong ? 2 : 1)
  return found && { likeness: 'typo', marks: [spanOf(folded, found.start, found.end)] }
}

/** A search term of at least this many characters may have two wrong characters; a shorter one may have only one. */
const minForTwoWrong = 6

/** Finds the word of a name that is most similar to a typed Latin word. */
function matchWord({ folded, words }: PreparedName, text: string): NameMatch | undefined {
  const limit = maxEdits(text)
  if (limit === 0) return undefined
  let best: { start: number; end: number; edits: number } | undefined
  for (const { word, at } of words) {
    const edits = wordDistance(word, text, Math.min(limit, (best?.edits ?? limit + 1) - 1))
    if (edits !== undefined) best = { start: at, end: at + word.length, edits }
  }
  if (best === undefined) return undefined
  return { likeness: best.edits > 1 ? 'farTypo' : 'typo', marks: [spanOf(folded, best.start, best.end)] }
}

/** The smallest number of syllables for which initials are accepted; with fewer, too many names would match. */
const minAbbreviated = 3

/** Matches letters of which some are whole syllables of a name and others initials of syllables: `honglm` is 红楼梦. */
function matchAbbreviated(name: PreparedName, letters: string): NameMatch | undefined {
  if (letters.length <= minAbbreviated) return undefined
  const sounds = name.sounds.map(({ sound }) => sound)
  for (const [first, { at }] of name.sounds.entries()) {
    const count = countAbbreviated(sounds, first, letters)
    if (count === undefined || count < minAbbreviated) continue
    const last = name.sounds[first + count - 1]?.at ?? at
    return { likeness: 'abbreviated', marks: [spanOf(name.folded, at, last + 1)] }
  }
  return undefined
}

/** Matches typed letters with wrong, missing or additional ones against the pinyin of a name. */
function matchLetters(name: PreparedName, letters: string): NameMatch | undefined {
  if (letters.length < 5) return undefined
  const found = bestSounds(
    name,
    name.sounds.map(({ sound }) => sound),
    letters,
    letters.length >= 9 ? 2 : 1,
  )
  return found ? { likeness: 'spelledTypo', marks: [found] } : matchSouthern(name, letters)
}

/** Caches the southern form of typed letters, because the same letters are compared with hundreds of names in a row. */
const southernLetters = new LRUCache<string, string>({
  max: 100,
  memoMethod: (letters) =>
    splitLetters(letters)
      .flatMap(({ text, isSyllable }) => (isSyllable ? southernForm(text) : []))
      .join(''),
})

/** Matches letters against the pinyin of a name, where southern spellings count as equal. */
function matchSouthern(name: PreparedName, letters: string): NameMatch | undefined {
  const typed = southernLetters.memo(letters)
  const found = bestSounds(name, name.southern, typed, letters.length >= 12 ? 1 : 0)
  return found && { likeness: 'spelledTypo', marks: [found] }
}

/** Finds typed letters in the sounds of a name with at most `limit` edits. Returns the range of the name as written. */
function bestSounds(name: PreparedName, sounds: string[], typed: string, limit: number): [number, number] | undefined {
  if (sounds.length === 0 || typed === '') return undefined
  const found = bestWindow(sounds.join(''), typed, limit)
  return found && soundSpan(name, sounds, found.start, found.end)
}

/** Takes a range of the joined sounds of a name. Returns the range of the characters that have these sounds. */
function soundSpan({ folded, ...name }: PreparedName, sounds: string[], from: number, to: number): [number, number] {
  let at = 0
  const touched = name.sounds.filter((_, index) => {
    const start = at
    at += sounds[index]?.length ?? 0
    return start < to && at > from
  })
  return spanOf(folded, touched[0]?.at ?? 0, (touched.at(-1)?.at ?? 0) + 1)
}
