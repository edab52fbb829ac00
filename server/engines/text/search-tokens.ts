import { foldNumerals, mayHaveNumerals } from './fold-numerals.ts'
import { compactText, foldPlainly, foldText, runsOf } from './fold-text.ts'

/**
 * The kinds of names by which a search finds a book or video. A match in a kind that is listed earlier ranks higher.
 * `translator` stands for editors and illustrators too; a kind that ends in `Also` holds further names.
 */
export type NameField =
  | 'title'
  | 'also'
  | 'author'
  | 'authorAlso'
  | 'translator'
  | 'translatorAlso'
  | 'tag'
  | 'place'
  | 'placeAlso'

/**
 * The tokens of the search index belong to families, which their first character names. Except for Latin words, every
 * family has a small vocabulary (pairs of characters, pairs of syllables, three letters), so that the index stays small
 * with a million books.
 *
 *   h  a character, a pair of neighbouring characters or a Latin word of any name of a book or video
 *   t  a token like those of family h, of the title only
 *   s  two characters of the title with one character between them: finds 红搂梦 and 平凡世界
 *   p  a syllable or two neighbouring syllables
 *   i  two or three neighbouring initials; `i^` and the first initial of the title
 *   b  a pair of neighbouring characters or a Latin word of the description
 *   x  a whole further name of one or two characters, as written or in pinyin: finds 子美
 *   #  a tag of the book or video; `=free` marks books whose text can be read here
 */
interface Name {
  text: string
  sounds: string[]
}

const maxWordLength = 40

/**
 * Splits a normalized text into the pieces that are indexed: characters, pairs of neighbouring characters and Latin
 * words.
 */
function piecesOf(folded: string): string[] {
  return runsOf(folded).flatMap(({ text, isHan }) =>
    isHan ? [...text, ...neighbours([...text], 2)] : [text.slice(0, maxWordLength)],
  )
}

export function neighbours(characters: string[], length: number): string[] {
  return characters.slice(length - 1).map((_, at) => characters.slice(at, at + length).join(''))
}

function soundTokens(sounds: string[]): string[] {
  const known = sounds.filter((sound) => sound !== '')
  const initials = known.map((sound) => sound.slice(0, 1))
  return [
    ...known.map((sound) => `p${sound}`),
    ...known.slice(1).map((sound, at) => `p${known[at]}-${sound}`),
    ...neighbours(initials, 2).map((pair) => `i${pair}`),
    ...neighbours(initials, 3).map((three) => `i${three}`),
  ]
}

/**
 * Returns the tokens of the search index for a name of a book or video: tokens of families `h` (characters and words),
 * `p` (pinyin) and `i` (pinyin initials).
 */
export function nameTokens({ text, sounds }: Name): string[] {
  return [
    ...formsOf(text)
      .flatMap(piecesOf)
      .map((piece) => `h${piece}`),
    ...soundTokens(sounds),
  ]
}

/** Returns the normalized text of a name, and its form with numbers in digits if it has numbers. */
function formsOf(text: string): string[] {
  const plain = foldPlainly(text)
  const numbered = mayHaveNumerals(plain) ? foldNumerals(foldText(text)) : undefined
  return numbered === undefined ? [plain] : [plain, numbered.text]
}

/** Returns true for the kinds of names that hold further names of people and places. */
export function isFurther(field: NameField): boolean {
  return field.endsWith('Also')
}

/** Further names with fewer characters are found by the whole name only, because parts of them occur in many names. */
const minLengthForParts = 3

/** Returns true if a further name, such as the courtesy name 子美, is so short that only the whole name finds it. */
export function isShortName(text: string): boolean {
  return [...compactText(text)].length < minLengthForParts
}

/**
 * Returns the tokens of the search index for a main name of a person or place: those of any name, and for several Latin
 * words also tokens without spaces, such as `garciamarquez` and `jk`.
 */
export function mainNameTokens({ text, sounds }: Name): string[] {
  return [...nameTokens({ text, sounds }), ...joinedWords(foldPlainly(text)).map((word) => `h${word}`)]
}

/**
 * Returns the tokens of the search index for a further name of a person or place: tokens of family `x` for a short
 * name, and those of a main name otherwise.
 */
export function furtherNameTokens({ text, sounds }: Name): string[] {
  const compact = compactText(text)
  if (isShortName(text)) return [`x${compact}`, ...(sounds.length > 1 ? [`x${sounds.join('')}`] : [])]
  return mainNameTokens({ text, sounds })
}

const latinName = /^\p{Script=Latin}+(?: \p{Script=Latin}+)+$/u
const initials = /(?<![a-z])[a-z](?: [a-z])+(?![a-z])/g

/** Returns the last two and more words of a Latin name, and the initials of a name, written without spaces. */
function joinedWords(folded: string): string[] {
  const words = latinName.test(folded) ? folded.split(' ') : []
  const joined = words.slice(1).map((_, at) => words.slice(at).join('').slice(0, maxWordLength))
  return [...joined, ...(folded.match(initials) ?? []).map((letters) => letters.replaceAll(' ', ''))]
}

/**
 * Returns the search tokens that only the title of a book or video gets: tokens of families `t` and `s`, and the token
 * `i^` of the initial letter of its pinyin.
 */
export function titleTokens({ text, sounds }: Name): string[] {
  const folded = foldPlainly(text)
  const characters = [...folded.replaceAll(' ', '')]
  const skips = characters.slice(2).map((character, at) => `s${characters[at]}${character}`)
  const initial = sounds[0] ? [`i^${sounds[0].slice(0, 1)}`] : []
  return [
    ...formsOf(text)
      .flatMap(piecesOf)
      .map((piece) => `t${piece}`),
    ...skips,
    ...initial,
  ]
}

/**
 * Frequent Chinese characters. Pairs of characters that contain one of them are not indexed from descriptions, because
 * they occur in too many descriptions.
 */
const frequent = new Set('的了着过是在和与也就都而及之不有他她它我你们这那一个上下里中又还把被让到从说')

/**
 * Returns the tokens of the search index for a description (tokens of family `b`): pairs of characters, and words.
 * Pinyin and single characters are omitted, because they match almost every long text.
 */
export function textTokens(text: string): string[] {
  const tokens: string[] = []
  for (const run of runsOf(foldPlainly(text))) {
    if (run.isHan) addPairs(tokens, run.text)
    else if (run.text.length > 1) tokens.push(`b${run.text.slice(0, maxWordLength)}`)
  }
  return tokens
}

/**
 * Adds the pairs of neighbouring characters of a text to the tokens of a description, except those with a frequent one.
 */
function addPairs(tokens: string[], text: string) {
  let before = ''
  for (const character of text) {
    const one = frequent.has(character) ? '' : character
    if (before !== '' && one !== '') tokens.push(`b${before}${one}`)
    before = one
  }
}

/** Returns the Latin words of a text with at least four letters, which are indexed for the correction of typos. */
export function latinWords(text: string): string[] {
  const words = runsOf(foldPlainly(text)).filter(({ text, isHan }) => !isHan && /^\p{L}{4,}$/u.test(text))
  return words.map((run) => run.text.slice(0, maxWordLength))
}

/** Returns a word and all its forms with one letter removed. Words that share a form are at most two edits apart. */
export function typoForms(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}
