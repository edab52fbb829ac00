import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSource } from './source-texts.ts'
import { noteEnd, noteStart, type TextWork } from './text-work.ts'
import { toSimplified } from './to-simplified.ts'

/**
 * A verse that differs between two editions of a poem, with both wordings in simplified characters, without
 * punctuation.
 */
export interface Difference {
  title: string
  ours: string
  theirs: string
}

interface Row {
  title: string
  paragraphs: string[]
}

/**
 * If a larger share of the characters differs, two verses count as different verses instead of variants of one verse.
 */
const mostDifferent = 0.34

/** Reads 御定全唐诗, the second edition of the Tang poems in the source package, as a list of verses for each poem. */
export function readOtherEdition(folder: string): string[][] {
  const part = 'yudingquantangshi/json'
  return readdirSync(join(folder, part))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => readSource<Row[]>(folder, `${part}/${name.slice(0, -5)}`))
    .map(({ paragraphs }) => paragraphs.flatMap(versesOf))
}

/**
 * Compares the poems of a work with another edition. Two poems match if they have a verse in common; their other
 * verses are compared by position. `found` is the number of poems that the other edition contains.
 */
export function compareEditions(work: TextWork, other: string[][]): { found: number; differences: Difference[] } {
  const byVerse = new Map(other.flatMap((poem) => poem.map((verse) => [verse, poem] as const)))
  const differences: Difference[] = []
  let found = 0
  for (const { title, lines } of work.parts.flatMap((part) => part.pieces)) {
    const verses = lines.flatMap(versesOf)
    const anchor = verses.find((verse) => verse.length >= 5 && byVerse.has(verse))
    const theirs = anchor === undefined ? undefined : byVerse.get(anchor)
    if (anchor === undefined || theirs === undefined) continue
    found += 1
    const shift = theirs.indexOf(anchor) - verses.indexOf(anchor)
    for (const [at, verse] of verses.entries()) {
      const beside = theirs[at + shift] ?? ''
      if (verse !== beside && isVariant(verse, beside))
        differences.push({ title: title ?? '', ours: verse, theirs: beside })
    }
  }
  return { found, differences }
}

function versesOf(line: string): string[] {
  return toSimplified(line.replace(new RegExp(`${noteStart}[^${noteEnd}]*${noteEnd}|[（(][^（）()]*[）)]`, 'g'), ''))
    .split(/[^\p{Script=Han}□⿰⿱]+/u)
    .filter(Boolean)
}

function isVariant(ours: string, theirs: string): boolean {
  const [one, two] = [[...ours], [...theirs]]
  if (one.length !== two.length) return false
  return one.filter((character, at) => character !== two[at]).length <= one.length * mostDifferent
}
