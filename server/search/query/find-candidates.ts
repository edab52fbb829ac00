import type { Db } from '#server/db/schema.ts'
import { bestWindow } from '#server/search/text/edit-distance.ts'
import { foldText } from '#server/search/text/fold-text.ts'
import { isSyllable, plainPinyin, readSyllables } from '#server/search/text/pinyin-syllables.ts'
import { joinedTerm, type SearchQuery, type Term } from '#server/search/text/search-query.ts'
import {
  anyOf,
  every,
  filterQuery,
  namesQuery,
  nameTerm,
  typoQuery,
  spelledAs,
  textQuery,
  textTerm,
  titleQuery,
} from './token-query.ts'
import { type BookCandidate, findBookByIsbn, findBooksByStart, findBooksByTokens, type Tier } from './search-queries.ts'
import type { SearchStage } from '#shared/api/search/search.ts'
import { latinWords, neighbours } from '#server/search/text/search-tokens.ts'
import { findWordsLike } from '#server/search/index/word-queries.ts'
import { spellPinyin } from '#server/search/text/spell-pinyin.ts'

export interface BookFilter {
  tags: string[]
  free: boolean
}

/** How much is looked at: with `wanted` found, the less read and the texts are left alone; at most `limit` of a kind are ranked. */
export interface Effort {
  wanted: number
  limit: number
  /** With so many by their tokens the next kind is left alone even among the most read. */
  enough: number
  /** Whether texts and slips are looked for among the little read too. */
  isThorough: boolean
}
export const pageEffort: Effort = { wanted: 60, limit: 300, enough: Infinity, isThorough: true }
/** As one types, few do, and soon. */
export const suggestionEffort: Effort = { wanted: 20, limit: 80, enough: 80, isThorough: false }

/**
 * Books that may be meant, not yet ranked, the costlier ways only where the cheaper found little: the most read before all others,
 * names before texts.
 */
export async function findCandidates(db: Db, query: SearchQuery, filter: BookFilter, effort: Effort) {
  const found = new Map<string, BookCandidate>()
  const add = (some: BookCandidate[]) => {
    for (const one of some) if (!found.has(one.bookId)) found.set(one.bookId, one)
  }
  if (query.isbn13 !== null) add(await findBookByIsbn(db, query.isbn13, query.compact))
  if (found.size > 0 || query.terms.length === 0) return [...found.values()]
  const filters = filterQuery(filter.tags, filter.free)
  const { wanted, limit, enough, isThorough } = effort
  let countByTokens = 0
  const look = async (write: (tier: Tier) => string | undefined, stage: SearchStage) => {
    for (const tier of [0, 1] as const) {
      if (tier === 1 && stage === 'text' && !isThorough) return
      const tokens = write(tier)
      if (tokens === undefined || (tier === 0 ? countByTokens >= enough : found.size >= wanted)) return
      const some = await findBooksByTokens(db, { tokens, filter: filters, tier, stage, limit })
      countByTokens += some.length
      add(some)
    }
  }
  add(await findBooksByStart(db, query.compact, filters))
  const joined = joinedTerm(query)
  // Syllables typed apart are a few letters each, and in everything: they are looked for by themselves only if together they are in nothing.
  if (joined !== undefined && joined.readings.length > 0)
    await look((tier) => nameTerm(firstReading(joined), tier), 'names')
  if (joined !== undefined && found.size > 0) return [...found.values()]
  const likely = query.terms.map(firstReading)
  await look((tier) => titleQuery(likely, tier), 'names')
  await look((tier) => namesQuery(likely, tier), 'names')
  const isReadOtherwise = likely.some((term, at) => term !== query.terms[at])
  if (found.size === 0 && isReadOtherwise) await look((tier) => namesQuery(query.terms, tier), 'names')
  if (found.size >= wanted) return [...found.values()]
  const isInNoName = found.size === 0
  await look((tier) => textsQuery(query.terms, tier, isInNoName), 'text')
  return [...found.values()]
}

/** A single word that is Chinese, or in no name, has been looked for in names already. */
function textsQuery(terms: Term[], tier: Tier, isInNoName: boolean): string | undefined {
  const [first, ...others] = terms
  const isDone = others.length === 0 && first !== undefined && (isInNoName || first.isHan)
  return isDone ? textTerm(first) : textQuery(terms, tier)
}

const shortWord = 6

/** A long word of pinyin is read in its likeliest way first; a short one, such as xian, in every way at once. */
function firstReading(term: Term): Term {
  return term.text.length > shortWord && term.readings.length > 1
    ? { ...term, readings: term.readings.slice(0, 1) }
    : term
}

/** Books that may be meant in spite of a wrong character or letter, or of two names written together. */
export async function findDespiteTypos(db: Db, query: SearchQuery, filter: BookFilter, { isThorough }: Effort) {
  const terms = await withSounds(query.terms)
  const tokens = every(
    terms.map((term) => anyOf([nameTerm(term), term.isHan ? typoQuery(term) : spelledNearly(term), soundsLike(term)])),
  )
  // What a short word or pinyin may have been meant for is in too many: among those little read nobody means it.
  const isLong = terms.every(({ text, isHan }) => isHan && [...text].length > 3)
  const candidates =
    tokens === undefined ? [] : await inTiers(db, tokens, filter, 'typos', isLong && isThorough ? [0, 1] : [0])
  return { query: { ...query, terms }, candidates }
}

/** Books that have a part of what was typed, and the parts that were looked for. */
export async function findNear(db: Db, query: SearchQuery, filter: BookFilter) {
  const terms = query.terms.flatMap(partsOf)
  const tokens = anyOf(terms.map((term) => nameTerm(term)))
  const candidates = tokens === undefined ? [] : await inTiers(db, tokens, filter, 'near', [0])
  return { query: { ...query, terms }, candidates }
}

/** Of a long Chinese term its threes: single pairs are everywhere. */
function partsOf(term: Term): Term[] {
  const characters = [...term.text]
  if (!term.isHan || characters.length < 3) return [term]
  const length = characters.length === 3 ? 2 : 3
  return neighbours(characters, length).map((text) => ({ text, isHan: true, readings: [] }))
}

async function inTiers(db: Db, tokens: string, { tags, free }: BookFilter, stage: SearchStage, tiers: Tier[]) {
  const filter = filterQuery(tags, free)
  for (const tier of tiers) {
    const found = await findBooksByTokens(db, { tokens, filter, tier, stage, limit: 100 })
    if (found.length > 0) return found
  }
  return []
}

/** With each Latin word that nothing is called by as the nearest that something is. */
export async function correctWords(db: Db, typed: string): Promise<string> {
  const nearest = await Promise.all(latinWords(typed).map(async (word) => [word, await nearestWord(db, word)] as const))
  return nearest.reduce(
    (text, [word, right]) => (right === undefined ? text : text.replace(word, right)),
    foldText(typed).text,
  )
}

/** Chinese with how it sounds. */
async function withSounds(terms: Term[]): Promise<Term[]> {
  return Promise.all(
    terms.map(async (term) => (term.isHan ? { ...term, readings: [await spellPinyin(term.text)] } : term)),
  )
}

async function nearestWord(db: Db, typed: string): Promise<string | undefined> {
  const words = await findWordsLike(db, typed)
  const near = words.flatMap((word) => {
    const slips = Math.abs(word.length - typed.length) > 2 ? undefined : bestWindow(word, typed, 2)?.slips
    return slips === undefined ? [] : [{ word, slips: slips + Math.abs(word.length - typed.length) / 10 }]
  })
  return near.reduce<{ word: string; slips: number } | undefined>(
    (a, b) => (a && a.slips <= b.slips ? a : b),
    undefined,
  )?.word
}

function soundsLike({ isHan, readings }: Term): string | undefined {
  return isHan ? anyOf(readings.map((reading) => (reading.length > 1 ? spelledAs(reading, '') : undefined))) : undefined
}

/** Pinyin with a syllable wrong: the others stand. */
function spelledNearly({ text, isHan, readings }: Term): string | undefined {
  if (isHan || !/^[a-z]{5,}$/.test(text)) return undefined
  if (readings.length === 0) return anyOf(readAroundSlip(plainPinyin(text)).map(spelledOnBothSides))
  return anyOf(readings.flatMap((syllables) => syllables.map((_, wrong) => spelledBut(syllables, wrong))))
}

/** The syllables on both sides of the wrong one, each side in a row. */
function spelledBut(syllables: string[], wrong: number) {
  return spelledOnBothSides([syllables.slice(0, wrong), syllables.slice(wrong + 1)])
}

function spelledOnBothSides(sides: string[][]) {
  const long = sides.filter((side) => side.join('').length > 1)
  return long.length === 0 ? undefined : every(long.map((side) => spelledAs(side, '')))
}

/** Letters that no syllable has, with at most as many as a syllable. */
const longestSlip = 6

/** The syllables before and behind the letters that cannot be read, as few of these as can be. */
function readAroundSlip(text: string): string[][][] {
  for (let slip = 1; slip <= longestSlip; slip += 1) {
    const sides: string[][][] = []
    for (let at = 0; at + slip <= text.length; at += 1) {
      const before = readWhole(text.slice(0, at))
      const behind = before && readWhole(text.slice(at + slip))
      if (before && behind && before.length + behind.length > 0) sides.push([before, behind])
    }
    if (sides.length > 0) return sides
  }
  return []
}

/** As whole syllables, in the likeliest way. */
function readWhole(text: string): string[] | undefined {
  return text === '' ? [] : readSyllables(text).find((syllables) => syllables.every(isSyllable))
}
