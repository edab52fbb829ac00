import { isSyllable } from './pinyin-syllables.ts'

/** Matches an initial: one of the consonants with which a pinyin syllable may begin. */
const initial = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])$/
const maxLength = 6

/**
 * Splits letters into whole syllables and initials of syllables, as in honglm for 红楼梦, into as few pieces as possible.
 * Returns undefined if that is impossible, if every piece is a syllable, or if none is.
 */
export function splitAbbreviated(letters: string): string[] | undefined {
  // Dynamic programming: `best[at]` is the shortest list of pieces for the first `at` letters.
  const best: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= letters.length; end += 1) {
    let shortest: string[] | undefined
    for (let length = Math.min(maxLength, end); length > 0; length -= 1) {
      const [before, piece] = [best[end - length], letters.slice(end - length, end)]
      if (before === undefined || !(isSyllable(piece) || initial.test(piece))) continue
      if (shortest === undefined || before.length + 1 < shortest.length) shortest = [...before, piece]
    }
    best.push(shortest)
  }
  const pieces = best.at(-1)
  const countInitials = pieces?.filter((piece) => initial.test(piece)).length ?? 0
  return countInitials > 0 && countInitials < (pieces?.length ?? 0) ? pieces : undefined
}

/**
 * Returns how many syllables, beginning with `sounds[first]`, the letters stand for, where each syllable is written
 * whole or as its initial; undefined if the letters do not abbreviate these syllables.
 */
export function countAbbreviated(sounds: string[], first: number, letters: string): number | undefined {
  // Most syllables do not even begin with the first of the letters.
  if (sounds[first]?.charAt(0) !== letters.charAt(0)) return undefined
  let reached = new Set([0])
  for (let count = 1; first + count <= sounds.length && reached.size > 0; count += 1) {
    const sound = sounds[first + count - 1] ?? ''
    const forms = [sound, /^(?:[zcs]h)/.exec(sound)?.[0] ?? '', sound.slice(0, 1)].filter((form) => form !== '')
    reached = new Set(
      [...reached].flatMap((at) => forms.flatMap((form) => (letters.startsWith(form, at) ? [at + form.length] : []))),
    )
    if (reached.has(letters.length)) return count
  }
  return undefined
}
