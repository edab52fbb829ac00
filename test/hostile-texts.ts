import { allSyllables } from '#server/engines/text/pinyin-syllables.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import { randomFrom } from './made-up-books.ts'

/** The longest query that the API accepts, in UTF-16 units. */
const longest = 100
const perKind = 20

/** The names and the random choices from which hostile queries of one kind are made. */
interface Source {
  /** Names of the library in Chinese characters, such as titles. */
  names: string[]
  /** The same names in pinyin, as lists of syllables. */
  spelled: string[][]
  /** Returns a random element of a list. */
  pick: <Item>(items: ArrayLike<Item>) => Item
  /** Returns a random whole number below `bound`. */
  below: (bound: number) => number
}

type Write = (source: Source) => string

const syllables = [...allSyllables()]
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const common = [
  ...'的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知',
]
const request = [
  '有没有',
  '我想看',
  '关于',
  '的书',
  '推荐',
  '小说',
  '什么',
  '适合孩子',
  '唐朝',
  '里的',
  '入门',
  '怎么样',
]
const latin = [
  'the',
  'a',
  'history',
  'of',
  'world',
  'garcia',
  'marquez',
  'shakespear',
  'dostoevsky',
  'war',
  'peace',
  'no',
]
const emoji = [...'📚🌍😀❤🐉', '👨‍👩‍👧‍👦', '🇨🇳']

/** Joins parts that `write` makes until the text is `length` units long. */
const fill = (length: number, write: () => string, between = '') => {
  let text = write()
  while (text.length < length) text += between + write()
  return text.slice(0, length)
}
const chance = ({ below }: Source) => 1 + below(longest)

/** Kinds of queries that are expensive or unusual; each function writes one query of its kind. */
const kinds: Record<string, Write> = {
  repeatedName: (s) => ((name) => fill(longest, () => name.join('')))(s.pick(s.spelled)),
  repeatedSyllable: (s) => ((one) => fill(chance(s), () => one))(s.pick(syllables)),
  syllables: (s) => fill(longest, () => s.pick(syllables)),
  fewSyllables: (s) => fill(8 + s.below(24), () => s.pick(syllables)),
  spacedSyllables: (s) => fill(chance(s), () => s.pick(syllables), ' '),
  damagedSyllables: (s) => fill(chance(s), () => s.pick(syllables) + (s.below(3) === 0 ? s.pick(letters) : '')),
  namesInPinyin: (s) => fill(chance(s), () => s.pick(s.spelled).join('')),
  initials: (s) => fill(chance(s), () => s.pick([...'bpmfdtnlgkhjqxzcsryw'])),
  abbreviated: (s) => fill(chance(s), () => ((one) => (s.below(2) === 0 ? one : one.slice(0, 1)))(s.pick(syllables))),
  letters: (s) => fill(chance(s), () => s.pick(letters)),
  spacedLetters: (s) => fill(chance(s), () => s.pick(letters), ' '),
  latinWords: (s) => fill(chance(s), () => s.pick(latin), ' '),
  repeatedCharacter: (s) => ((one) => fill(chance(s), () => one))(s.pick(common)),
  characters: (s) => fill(chance(s), () => s.pick(common)),
  spacedCharacters: (s) => fill(chance(s), () => s.pick(common), ' '),
  names: (s) => fill(chance(s), () => s.pick(s.names)),
  spacedNames: (s) => fill(chance(s), () => s.pick(s.names), ' '),
  beginnings: (s) => fill(chance(s), () => s.pick(s.names).slice(0, 2)),
  repeatedPair: (s) => ((name) => fill(chance(s), () => name.slice(0, 2)))(s.pick(s.names)),
  requests: (s) => fill(chance(s), () => s.pick([...request, s.pick(s.names)])),
  mixed: (s) => fill(chance(s), () => s.pick([s.pick(s.names), s.pick(s.spelled).join('')])),
  mixedSpaced: (s) => fill(chance(s), () => s.pick([s.pick(common), s.pick(syllables), s.pick(latin)]), ' '),
  digits: (s) => fill(chance(s), () => s.pick(['1', '2', '0', '十', '百', '一', '第', '卷', ' ', 'iv'])),
  signs: (s) => fill(chance(s), () => s.pick([...`,.!'"\\%_()&|:*-—《》“”·的a`, s.pick(common)])),
  emoji: (s) => fill(chance(s), () => s.pick([...emoji, s.pick(common), '\u{301}', 'ａ', 'が', '한'])),
}

/**
 * Returns 500 queries of at most 100 units that are meant to take as much work as possible. They are made from names in
 * the library, and always the same for the same names.
 */
export async function makeHostileQueries(library: string[]): Promise<string[]> {
  const names = library.filter((name) => /^\p{Script=Han}{2,8}$/u.test(name))
  const random = randomFrom(20261126)
  const below = (bound: number) => Math.floor(bound * random())
  const spelled = (await Promise.all(names.map((name) => spellPinyin(name)))).filter((sounds) => sounds.length > 1)
  const pick = <Item>(items: ArrayLike<Item>) => items[below(items.length)] as Item
  return Object.values(kinds).flatMap((write) =>
    Array.from({ length: perKind }, () => write({ names, spelled, pick, below }).slice(0, longest)),
  )
}
