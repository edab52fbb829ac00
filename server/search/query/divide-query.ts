import type { Db } from '#server/platform/db/schema.ts'
import type { NameKind } from '#server/search/index/list-named.ts'
import { foldText, runsOf } from '#server/engines/text/fold-text.ts'
import { isRegion } from '#server/engines/text/is-region.ts'
import { queryOf, type SearchQuery } from '#server/engines/text/search-query.ts'
import { neighbours } from '#server/engines/text/search-tokens.ts'
import { findNamesExactly, type NameCandidate } from './search-queries.ts'

/** A part of a query that is the exact name of a person, tag or place, or of a country or province (`region`). */
export interface KnownPart {
  kind: Exclude<NameKind, 'tour'> | 'region'
  /** The id of the person, tag or place; null for a region. */
  id: string | null
  /** The main name of the person, tag or place. */
  name: string
  /** The term of the divided query that is this name. */
  text: string
  /** The words of the normalized typed text that stand for this name, such as 孩子 for the tag 童书. */
  typed: string
}

type KnownName = Pick<KnownPart, 'kind' | 'id' | 'name'>

/** A query that was divided into the names in it and the words between them, with these names. */
interface DividedQuery {
  query: SearchQuery
  /**
   * The query divided only at the longest name of a person in it, such as 托尔斯泰 and 战争与和平; undefined if the query
   * contains no name of a person.
   */
  byPerson: SearchQuery | undefined
  known: KnownPart[]
}

const maxRunLength = 24
const maxNameLength = 10

/**
 * Divides Chinese text that was typed without spaces at the names of people, tags, places and regions in it: 鲁迅野草
 * becomes 鲁迅 and 野草. If a word of the user was replaced in the text by a name, `words` maps the name to this word.
 * Returns undefined if the text contains no name. Reads the index of names once.
 */
export async function divideQuery(
  db: Db,
  typed: string,
  words: Map<string, string>,
): Promise<DividedQuery | undefined> {
  const { text } = foldText(typed)
  const runs = runsOf(text)
  const pieces = new Set(runs.flatMap((run) => (run.isHan ? piecesOf(run.text) : [run.text])))
  const known = await readKnown(db, pieces)
  if (known.size === 0) return undefined
  const parts = runs.flatMap((run) => (run.isHan ? divideRun(run.text, known) : [run.text]))
  const found = parts.flatMap((part): KnownPart[] => {
    const name = known.get(part)
    return name === undefined ? [] : [{ ...name, text: part, typed: words.get(part) ?? part }]
  })
  const people = new Map([...known].filter(([, { kind }]) => kind === 'person'))
  const halves = runs.flatMap((run) => (run.isHan ? divideRun(run.text, people) : [run.text]))
  const byPerson = halves.length > 1 && halves.join(' ') !== parts.join(' ') ? queryOf(halves.join(' ')) : undefined
  return { query: queryOf(parts.join(' ')), byPerson, known: found }
}

/**
 * Returns the people, tags, places and regions whose names are among the pieces of a text, by their normalized name.
 */
async function readKnown(db: Db, pieces: Set<string>): Promise<Map<string, KnownName>> {
  const candidates = new Map<string, NameCandidate>()
  for (const name of await findNamesExactly(db, [...pieces])) {
    const folded = foldText(name.variant || name.name).text.replaceAll(' ', '')
    const best = candidates.get(folded)
    if (name.kind !== 'tour' && pieces.has(folded) && (best === undefined || isBetter(name, best)))
      candidates.set(folded, name)
  }
  const known = new Map<string, KnownName>()
  for (const piece of pieces) if (isRegion(piece)) known.set(piece, { kind: 'region', id: null, name: piece })
  for (const [folded, { kind, id, name }] of candidates) if (kind !== 'tour') known.set(folded, { kind, id, name })
  return known
}

/**
 * Returns whether the first of two names in a query is preferred: a tag or place to a person of the same name, a main
 * name to a further name, and then a name of more books to one of fewer.
 */
function isBetter(name: NameCandidate, other: NameCandidate): boolean {
  const [first, second] = [name, other].map(({ kind, variant }) => Number(kind === 'person') + Number(variant !== ''))
  return first === second ? name.weight > other.weight : (first ?? 0) < (second ?? 0)
}

function piecesOf(run: string): string[] {
  const characters = [...run].slice(0, maxRunLength)
  const lengths = Array.from({ length: maxNameLength - 1 }, (_, at) => at + 2)
  return lengths.flatMap((length) => (length > characters.length ? [] : neighbours(characters, length)))
}

/** Words that only join two parts of a request, and carry no meaning at the beginning or end of a part. */
const joining = '的|与|和|及|在|里的?|中的?|上的?|写|著|译|是|有|时期|时代|年代|题材|背景|关于|看|读'
const joiningStart = new RegExp(`^(?:${joining})+`, 'u')
const joiningEnd = new RegExp(`(?:${joining})+$`, 'u')

/** A word of two characters, one of which may be a joining word alone: 必读, 共读, 写给. */
const isWord = /^(?:\p{Script=Han}[写著译看读]|[写著译看读]\p{Script=Han})$/u

/** Removes words that only join two parts of a request from both ends of a text. */
export function withoutJoining(text: string): string {
  return isWord.test(text) ? text : text.replace(joiningStart, '').replace(joiningEnd, '')
}

/** Splits a run of characters at its longest known name, then the texts before and after this name. */
function divideRun(run: string, known: Map<string, KnownName>): string[] {
  const longest = [...known]
    .filter(([name, { kind }]) => run.includes(name) && isApart(run, name, kind))
    .reduce((best, [name]) => ([...name].length > [...best].length ? name : best), '')
  if (longest === '') return [withoutJoining(run)].filter((part) => part !== '')
  const at = run.indexOf(longest)
  return [...divideRun(run.slice(0, at), known), longest, ...divideRun(run.slice(at + longest.length), known)]
}

/**
 * Returns false if a name is in a text only by chance, as 光山 is in 湖光山色: if a single character remains before or after
 * it. Beside the name of a person, one such character is accepted, because it may be a title of a book (巴金家).
 */
function isApart(run: string, name: string, kind: KnownPart['kind']): boolean {
  const at = run.indexOf(name)
  const rests = [run.slice(0, at), run.slice(at + name.length)].map((rest) => [...withoutJoining(rest)].length)
  return rests.filter((length) => length === 1).length <= (kind === 'person' ? 1 : 0)
}
