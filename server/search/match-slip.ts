import { bestWindow } from './edit-distance.ts'
import type { NameMatch } from './match-name.ts'
import { type PreparedName, spanOf } from './prepare-name.ts'
import type { Term } from './search-query.ts'

/** A term in a name in spite of a character or letter wrong, missing or too many. */
export function matchSlip(name: PreparedName, term: Term): NameMatch | undefined {
  return term.isHan ? (matchGaps(name, term.text) ?? matchHanSlip(name, term.text)) : matchLatinSlip(name, term.text)
}

/** All characters in their order, with one left out in a place or two: 平凡世界 in 平凡的世界. */
function matchGaps({ folded }: PreparedName, text: string): NameMatch | undefined {
  const characters = [...text]
  if (characters.length < 3) return undefined
  const found = new RegExp(characters.join('.?'), 'u').exec(folded.text)
  if (found === null || [...found[0]].length > characters.length + 2) return undefined
  return { likeness: 'gaps', marks: [spanOf(folded, found.index, found.index + found[0].length)] }
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
