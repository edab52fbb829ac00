import { LRUCache } from 'lru-cache'
import { foldNumerals } from '#server/search/text/fold-numerals.ts'
import { type Folded, foldText, runsOf } from '#server/search/text/fold-text.ts'

/** A name, normalized for comparison with search terms. */
export interface PreparedName {
  folded: Folded
  compact: string
  /** The name with its numbers in digits; undefined for a name without numbers. */
  numbered: PreparedName | undefined
  /** The pinyin of each Chinese character of the name, with the position of the character in the normalized text. */
  sounds: { sound: string; at: number }[]
}

/**
 * Caches names in their form for comparison, because authors, tags and places recur in many books, and titles recur
 * with every letter that a user types.
 */
const prepared = new LRUCache<string, PreparedName>({ max: 5000 })

export function prepareName(text: string, sounds: string): PreparedName {
  const key = `${text}\n${sounds}`
  const known = prepared.get(key) ?? prepare(text, sounds)
  prepared.set(key, known)
  return known
}

function prepare(text: string, sounds: string): PreparedName {
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
  const numbered = foldNumerals(folded)
  return {
    folded,
    compact: folded.text.replaceAll(' ', ''),
    numbered: numbered && {
      folded: numbered,
      compact: numbered.text.replaceAll(' ', ''),
      numbered: undefined,
      sounds: [],
    },
    sounds: spelled.map((sound, index) => ({ sound, at: places[index] ?? 0 })),
  }
}

/** Takes a range of the normalized text of a name. Returns the corresponding range of the name as written. */
export function spanOf({ starts, ends }: Folded, from: number, to: number): [number, number] {
  return [starts[from] ?? 0, ends[to - 1] ?? 0]
}
