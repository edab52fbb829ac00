import { LRUCache } from 'lru-cache'
import { foldNumerals } from '#server/engines/text/fold-numerals.ts'
import { type Folded, foldText, runsOf } from '#server/engines/text/fold-text.ts'
import { southernForm } from '#server/engines/text/southern-pinyin.ts'

/** A name, normalized for comparison with search terms. Its forms for the search for typos are made on first use. */
export class PreparedName {
  readonly folded: Folded
  readonly compact: string
  /** The name with its numbers in digits; undefined for a name without numbers. */
  readonly numbered: PreparedName | undefined
  /** The pinyin of each Chinese character of the name, with the position of the character in the normalized text. */
  readonly sounds: { sound: string; at: number }[]
  /** The pinyin of the characters after the last dot of a foreign name (福柯 in 米歇尔·福柯); empty for other names. */
  readonly lastPart: { sound: string; at: number }[]
  /** A term with more characters than this cannot match the name, even with typos. */
  readonly longestTerm: number
  /** The length of the English article, with its space, at the beginning of the normalized text; 0 without one. */
  readonly article: number
  #initials: string | undefined
  #southern: string[] | undefined
  #words: { word: string; at: number }[] | undefined

  constructor(text: string, folded: Folded, sounds: PreparedName['sounds'], numbered?: Folded) {
    const dot = text.lastIndexOf('·')
    this.folded = folded
    this.lastPart = dot < 0 ? [] : sounds.filter(({ at }) => (folded.starts[at] ?? 0) > dot)
    this.compact = folded.text.replaceAll(' ', '')
    this.numbered = numbered && new PreparedName('', numbered, [])
    this.sounds = sounds
    this.article = /^(?:the|an?) /.exec(folded.text)?.[0].length ?? 0
    // A typed syllable may have two letters more than the one that it stands for, as zhuang for zuan has.
    const spelled = sounds.reduce((length, { sound }) => length + sound.length + 2, 0)
    this.longestTerm = Math.max(this.compact.length, this.numbered?.compact.length ?? 0, spelled) + 2
  }

  /** The first letter of the pinyin of each Chinese character; a space for a character without pinyin. */
  get initials(): string {
    this.#initials ??= this.sounds.map(({ sound }) => sound.slice(0, 1) || ' ').join('')
    return this.#initials
  }

  /** The southern form of the pinyin of each Chinese character. */
  get southern(): string[] {
    this.#southern ??= this.sounds.map(({ sound }) => southernForm(sound))
    return this.#southern
  }

  /** The words of the name in Latin and other letters, with their positions in the normalized text. */
  get words(): { word: string; at: number }[] {
    this.#words ??= [...this.folded.text.matchAll(/[\p{L}--\p{Script=Han}]+/gv)].map(({ 0: word, index }) => ({
      word,
      at: index,
    }))
    return this.#words
  }
}

/**
 * Caches names in their form for comparison, because authors, tags and places recur in many books, and titles recur
 * with every letter that a user types.
 */
const prepared = new LRUCache<string, PreparedName>({ max: 10_000 })

export function prepareName(text: string, sounds: string): PreparedName {
  const key = `${text}\n${sounds}`
  const known = prepared.get(key)
  if (known !== undefined) return known
  const name = prepare(text, sounds)
  prepared.set(key, name)
  return name
}

function prepare(text: string, sounds: string): PreparedName {
  const folded = foldText(text)
  const spelled = sounds === '' ? [] : sounds.split(' ')
  const positions: number[] = []
  let from = 0
  for (const run of runsOf(folded.text)) {
    const start = folded.text.indexOf(run.text, from)
    from = start + run.text.length
    if (!run.isHan) continue
    let at = start
    for (const character of run.text) {
      positions.push(at)
      at += character.length
    }
  }
  const located = spelled.map((sound, index) => ({ sound, at: positions[index] ?? 0 }))
  return new PreparedName(text, folded, located, foldNumerals(folded))
}

/** Takes a range of the normalized text of a name. Returns the corresponding range of the name as written. */
export function spanOf({ starts, ends }: Folded, from: number, to: number): [number, number] {
  return [starts[from] ?? 0, ends[to - 1] ?? 0]
}
