import { countCharacters, type Finding, lyrics, piecesOf, versesOf } from './check-work.ts'
import { type OtherEdition, type OtherPoem, tuneOf } from './read-editions.ts'
import type { TextWork } from './text-work.ts'
import { toSimplified } from './to-simplified.ts'

/**
 * A verse or a title that differs between two editions of a poem, with both wordings in simplified characters, without
 * punctuation.
 */
export interface Difference {
  title: string
  ours: string
  edition: string
  theirs: string
}

interface Comparison {
  /** Number of poems of the work that at least one edition contains. */
  countFound: number
  differences: Difference[]
  findings: Finding[]
}

/**
 * If a larger share of the characters differs, two verses count as different verses instead of variants of one verse.
 */
const mostDifferent = 0.34

/** Compares the poems of works with other editions: the returned function compares one work. */
export function compareEditions(works: TextWork[], editions: OtherEdition[]): (work: TextWork) => Comparison {
  const verses = new Set(
    works.flatMap((work) => piecesOf(work).flatMap(({ lines }) => lines.flatMap(simplifiedVerses))),
  )
  const indexed = editions.map(({ name, poems }) => ({ name, byVerse: indexVerses(poems, verses) }))
  return (work) => {
    const result: Comparison = { countFound: 0, differences: [], findings: [] }
    for (const { title, kind, lines } of piecesOf(work)) {
      if (kind !== 'verse') continue
      const ours = lines.flatMap(simplifiedVerses)
      const counterparts = indexed
        .filter(({ name }) => name !== work.collection)
        .flatMap(({ name, byVerse }) => findCounterparts(ours, byVerse).map((poem) => ({ name, poem })))
      result.countFound += Math.sign(counterparts.length)
      const ownTitle = simplifiedVerses(title ?? '').join('')
      for (const { name, poem } of counterparts) {
        const { title: otherTitle, verses: theirs } = poem
        if (!ownTitle.includes(otherTitle) && !otherTitle.includes(ownTitle))
          result.differences.push({ title: title ?? '', ours: ownTitle, edition: name, theirs: otherTitle })
        for (const [at, verse] of ours.entries()) {
          const beside = theirs.includes(verse) ? verse : findBeside(ours, theirs, at)
          if (beside === verse) continue
          if (isVariant(verse, beside))
            result.differences.push({ title: title ?? '', ours: verse, edition: name, theirs: beside })
          const around = ours.slice(Math.max(0, at - 1), at + 2).join('')
          if (isShorter(verse, beside) && !around.includes(beside))
            result.findings.push({ rule: 'shorter', wording: `${verse}→${beside}` })
          if (verse.includes('□') && isFilled(verse, beside))
            result.findings.push({ rule: 'lost', wording: `${verse}→${beside}` })
        }
      }
    }
    return result
  }
}

/**
 * Finds the lyrics whose number of characters no other lyric of the tune in the collections has, or less than one in
 * fifty, if the collections have at least four lyrics of the tune.
 */
export function checkForms(work: TextWork, editions: OtherEdition[]): Finding[] {
  if (!lyrics.has(work.collection)) return []
  return piecesOf(work).flatMap(({ title, lines }) => {
    const lengths = lengthsByTune(editions).get(tuneOf(title ?? ''))
    const length = countCharacters(lines.flatMap(simplifiedVerses).join(''))
    const least = Math.max(2, (lengths?.length ?? 0) / 50)
    const isOdd = lengths !== undefined && lengths.length >= 4 && countEqual(lengths, length) < least
    return isOdd ? [{ rule: 'form', wording: `${title} ${length}` }] : []
  })
}

const lengths = new WeakMap<OtherEdition[], Map<string, number[]>>()

function lengthsByTune(editions: OtherEdition[]): Map<string, number[]> {
  const known = lengths.get(editions)
  if (known) return known
  const lyrics = editions.flatMap(({ poems }) => poems).filter(({ tune, verses }) => tune !== '' && verses.length > 0)
  const grouped = Map.groupBy(lyrics, ({ tune }) => tune)
  const found = new Map(
    [...grouped].map(([tune, some]) => [tune, some.map(({ verses }) => countCharacters(verses.join('')))]),
  )
  lengths.set(editions, found)
  return found
}

/** Lists the poems that contain each of some verses. */
function indexVerses(poems: OtherPoem[], verses: Set<string>): Map<string, OtherPoem[]> {
  const pairs = poems.flatMap((poem) =>
    [...new Set(poem.verses)]
      .filter((verse) => verse.length >= 4 && verses.has(verse))
      .map((verse) => ({ verse, poem })),
  )
  const grouped = Map.groupBy(pairs, ({ verse }) => verse)
  return new Map([...grouped].map(([verse, found]) => [verse, found.map(({ poem }) => poem)]))
}

/**
 * Finds the poems that have at least a third of our verses in common. A collection has some poems twice: among the
 * songs and among the works of their author.
 */
function findCounterparts(ours: string[], byVerse: Map<string, OtherPoem[]>): OtherPoem[] {
  const common = new Map<OtherPoem, number>()
  for (const poem of ours.flatMap((verse) => byVerse.get(verse) ?? [])) common.set(poem, (common.get(poem) ?? 0) + 1)
  return [...common].filter(([, count]) => count >= ours.length / 3).map(([poem]) => poem)
}

/** Returns the verse of the other poem that stands next to the same verse as verse `at` of ours does. */
function findBeside(ours: string[], theirs: string[], at: number): string {
  const before = theirs.indexOf(ours[at - 1] ?? '')
  const after = theirs.indexOf(ours[at + 1] ?? '')
  return (before >= 0 ? theirs[before + 1] : after >= 0 ? theirs[after - 1] : undefined) ?? ''
}

function simplifiedVerses(line: string): string[] {
  return versesOf(toSimplified(line))
}

function isVariant(ours: string, theirs: string): boolean {
  const [one, two] = [[...ours], [...theirs]]
  return one.length === two.length && countDifferent(one, two) <= one.length * mostDifferent
}

function isFilled(ours: string, theirs: string): boolean {
  const [one, two] = [[...ours], [...theirs]]
  return one.length === two.length && !theirs.includes('□') && one.every((sign, at) => sign === '□' || sign === two[at])
}

/** Returns whether a verse is another verse without one or two characters. */
function isShorter(ours: string, theirs: string): boolean {
  const [one, two] = [[...ours], [...theirs]]
  const lost = two.length - one.length
  if (lost < 1 || lost > 2 || one.length < 2) return false
  return (
    one.some((_, at) => countDifferent(one.toSpliced(at, 0, ...two.slice(at, at + lost)), two) === 0) ||
    countDifferent([...one, ...two.slice(one.length)], two) === 0
  )
}

function countEqual(numbers: number[], number: number): number {
  return numbers.filter((one) => one === number).length
}

function countDifferent(one: string[], two: string[]): number {
  return one.filter((sign, at) => sign !== two[at]).length
}
