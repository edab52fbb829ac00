import { bestWindow } from '#server/search/text/edit-distance.ts'
import type { NameMatch } from './name-match.ts'
import { type PreparedName, spanOf } from './prepare-name.ts'
import type { Term } from '#server/search/text/search-query.ts'

/** Matches a search term in a name that differs by a wrong, missing or extra character or letter. */
export function matchTypo(name: PreparedName, term: Term): NameMatch | undefined {
  return term.isHan ? (matchGaps(name, term.text) ?? matchHanTypo(name, term.text)) : matchLatinTypo(name, term.text)
}

/** Matches all characters of the search term in order, with up to two gaps of one character: 平凡世界 is found in 平凡的世界. */
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

/**
 * Compares a typed text with the start of a written name, which may have additional single characters (gaps) in
 * between. Returns the smallest number of gaps; undefined if more than `maxGaps` are needed. All possibilities are
 * followed at the same time, so that the cost is linear (a regular expression would backtrack).
 */
function countGaps(typed: string[], written: string[]): number | undefined {
  let ways = [0]
  for (const [at, character] of typed.entries()) {
    const next = at === 0 ? ways : [...new Set(ways.flatMap((gaps) => [gaps, gaps + 1]))]
    ways = next.filter((gaps) => gaps <= maxGaps && written[at + gaps] === character)
    if (ways.length === 0) return undefined
  }
  return Math.min(...ways)
}

function matchHanTypo({ folded, compact }: PreparedName, text: string): NameMatch | undefined {
  const typed = [...text]
  if (typed.length === 2) {
    const written = [...compact]
    const isNear = written.length === 2 && (written[0] === typed[0] || written[1] === typed[1])
    return isNear ? { likeness: 'typo', marks: [spanOf(folded, 0, folded.text.length)] } : undefined
  }
  if (typed.length < 3) return undefined
  const found = bestWindow(folded.text, text, typed.length >= 8 ? 2 : 1)
  return found && { likeness: 'typo', marks: [spanOf(folded, found.start, found.end)] }
}

/**
 * Matches a typed Latin word against the words and the pinyin of a name. A long word may have up to two wrong letters,
 * a short word one.
 */
function matchLatinTypo(name: PreparedName, text: string): NameMatch | undefined {
  if (text.length < 4) return undefined
  const found = bestWindow(name.folded.text, text, text.length >= 8 ? 2 : 1)
  if (found !== undefined) return { likeness: 'typo', marks: [spanOf(name.folded, found.start, found.end)] }
  const spelled = name.sounds.map(({ sound }) => sound).join('')
  const window = text.length < 6 || spelled === '' ? undefined : bestWindow(spelled, text, text.length >= 9 ? 2 : 1)
  if (window === undefined) return undefined
  return { likeness: 'spelledTypo', marks: [soundSpan(name, window.start, window.end)] }
}

/** Takes a range of the pinyin of a name. Returns the range of the characters that have this pinyin. */
function soundSpan({ sounds, folded }: PreparedName, from: number, to: number): [number, number] {
  let at = 0
  const touched = sounds.filter(({ sound }) => {
    const start = at
    at += sound.length
    return start < to && at > from
  })
  return spanOf(folded, touched[0]?.at ?? 0, (touched.at(-1)?.at ?? 0) + 1)
}
