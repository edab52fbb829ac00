import { foldText, runsOf } from './fold-text.ts'

/**
 * The families of tokens, told apart by their first letter. All but the words of Latin script come from small sets (pairs of
 * characters, pairs of syllables, three letters), so that the index of a million books still has few keys.
 *
 *   h  a character, a pair of neighbours or a Latin word, in anything an item is called by
 *   t  the same, in its title
 *   s  two characters with one between them, in its title: finds 红搂梦 and 平凡世界
 *   w  one character of a title of two: finds 三休
 *   p  a syllable or two neighbouring ones
 *   i  initials: two or three neighbouring ones; `i^` the first
 *   b  a pair of neighbours or a Latin word in the text about it
 *   #  a tag it carries; `=free`
 */
export interface Name {
  text: string
  sounds: string[]
}

const longestWord = 40

/** Characters, pairs and words of a text. */
function piecesOf(folded: string): string[] {
  return runsOf(folded).flatMap(({ text, isHan }) =>
    isHan ? [...text, ...neighbours([...text], 2)] : [text.slice(0, longestWord)],
  )
}

export function neighbours(characters: string[], length: number): string[] {
  return characters.slice(length - 1).map((_, at) => characters.slice(at, at + length).join(''))
}

export function soundTokens(sounds: string[]): string[] {
  const known = sounds.filter((sound) => sound !== '')
  const initials = known.map((sound) => sound.slice(0, 1))
  return [
    ...known.map((sound) => `p${sound}`),
    ...known.slice(1).map((sound, at) => `p${known[at]}-${sound}`),
    ...neighbours(initials, 2).map((pair) => `i${pair}`),
    ...neighbours(initials, 3).map((three) => `i${three}`),
  ]
}

/** What a name is found by. */
export function nameTokens({ text, sounds }: Name): string[] {
  return [...piecesOf(foldText(text).text).map((piece) => `h${piece}`), ...soundTokens(sounds)]
}

/** What only a title is found by. */
export function titleTokens({ text, sounds }: Name): string[] {
  const folded = foldText(text).text
  const characters = [...folded.replaceAll(' ', '')]
  const [first, second] = characters
  const short = characters.length === 2 ? [`w${first}_`, `w_${second}`] : []
  const skips = characters.slice(2).map((character, at) => `s${characters[at]}${character}`)
  const initial = sounds[0] ? [`i^${sounds[0].slice(0, 1)}`] : []
  return [...piecesOf(folded).map((piece) => `t${piece}`), ...skips, ...short, ...initial]
}

/** Characters of which a pair in a running text tells nothing. */
const hollow = /[的了着过是在和与也就都而及之不有他她它我你们这那一个上下里中又还把被让到从说]/u

/** Pairs of characters and words of running text. Not its pinyin and not its single characters: over a whole text they are noise. */
export function textTokens(text: string): string[] {
  const runs = runsOf(foldText(text).text)
  return runs.flatMap((run) => {
    if (!run.isHan) return run.text.length > 1 ? [`b${run.text.slice(0, longestWord)}`] : []
    return neighbours([...run.text], 2).flatMap((pair) => (hollow.test(pair) ? [] : [`b${pair}`]))
  })
}

/** The Latin words of a text, for finding them in spite of a slip. */
export function latinWords(text: string): string[] {
  const words = runsOf(foldText(text).text).filter(({ text, isHan }) => !isHan && /^\p{L}{4,}$/u.test(text))
  return words.map((run) => run.text.slice(0, longestWord))
}

/** A word and what is left of it without any one of its letters. */
export function typoForms(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}
