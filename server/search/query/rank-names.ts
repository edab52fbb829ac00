import type { SearchStage } from '#shared/api/search/explained.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { NameField } from '#server/engines/text/search-tokens.ts'
import { type Reason, type Scored, scoreItem } from '#server/search/rank/score-item.ts'
import { joinedTerm, mayBeName, plainTerm, type SearchQuery, type Term } from '#server/engines/text/search-query.ts'
import { addPinyin, soundsLikeQuery } from './pinyin-typo-query.ts'
import type { TypedQuery } from './book-search.ts'
import { correctWords, readMeanings } from './read-meanings.ts'
import { typoQueries } from './han-typo-query.ts'
import { alternativesOf, anyOf, namesQuery, nameTerm, soundTerm } from './token-query.ts'
import {
  findNamesByStart,
  findNamesByTokens,
  findNamesExactly,
  type NameCandidate,
  type Tier,
} from './search-queries.ts'

export interface RankedName extends NameCandidate, Scored {}

/**
 * Finds the people, tags, places and tours that match at least one interpretation of a search query, and ranks them by
 * the name that matches best. A result has an empty `variant` if its main name matches too. People with a similar name
 * are looked for only if `mayBeMisspelled` resolves to true.
 */
export async function rankNames(
  db: Db,
  typedQuery: TypedQuery,
  mayBeMisspelled = () => Promise.resolve(true),
): Promise<RankedName[]> {
  const { typed, meanings, wordsLike } = typedQuery
  const found = new Map<string, RankedName>()
  const add = (query: SearchQuery, candidates: NameCandidate[], stage: SearchStage) => {
    for (const name of candidates) {
      const scored = scoreItem(query, {
        names: [[fieldOf(name), name.variant || name.name, name.syllables]],
        weight: name.weight,
        stage,
      })
      const key = `${name.kind}:${name.id}`
      if (scored.reasons.some(({ likeness }) => isNear(name.kind, likeness)))
        found.set(key, betterOf(found.get(key), { ...name, ...scored }))
    }
  }
  for (const query of meanings) add(query, await findByName(db, query), 'names')
  const isTooLong = !mayBeName(meanings[0]) || (meanings[0]?.terms.length ?? 0) > maxWords
  const mayBePerson = !isTooLong && lacksPerson([...found.values()]) && !meanings.some((query) => pinyinOf(query))
  const isMisspelled = mayBePerson && (await mayBeMisspelled())
  for (const query of isMisspelled ? meanings : []) {
    const near = await findNamesDespiteTypos(db, query, wordsLike)
    add(
      near.query,
      found.size === 0 ? near.candidates : near.candidates.filter(({ kind }) => kind === 'person'),
      'typos',
    )
  }
  // If no name was found, each Latin word of the query is replaced by the most similar word of the search index (marqez
  // by marquez), and the corrected query is searched.
  if (found.size === 0 && !isTooLong && /\p{Script=Latin}/u.test(typed))
    for (const query of await readMeanings(db, await correctWords(typedQuery)))
      add(query, await findByName(db, query), 'typos')
  return [...found.values()].sort((a, b) => b.points - a.points || b.weight - a.weight || (a.name < b.name ? -1 : 1))
}

/** The maximum number of words of a query that may be one name together; a longer query is only looked up exactly. */
const maxWords = 5

async function findByName(db: Db, query: SearchQuery): Promise<NameCandidate[]> {
  if (query.terms.length === 0) return []
  if (!mayBeName(query) || query.terms.length > maxWords) return findExactly(db, query)
  const joined = pinyinOf(query)
  const inPinyin = joined && soundTerm(joined)
  const found = inPinyin === undefined ? [] : await findNamesByTokens(db, [inPinyin], 0)
  return found.length > 0 ? found : findByWords(db, query, joined === undefined ? [0, 1] : [0])
}

/**
 * Returns the syllables of a query that were typed with spaces as one word of pinyin. Its single syllables are in so
 * many names that they are searched only if no name has them all in order.
 */
function pinyinOf(query: SearchQuery): Term | undefined {
  const joined = joinedTerm(query)
  return joined !== undefined && joined.readings.length > 0 ? joined : undefined
}

async function findByWords(db: Db, query: SearchQuery, tiers: Tier[]): Promise<NameCandidate[]> {
  const tokens = namesQuery(query.terms)
  const found = await findNamesByStart(db, query.compact)
  if (query.terms.length > 1) found.push(...(await findExactly(db, query)))
  for (const tier of tiers) {
    if (tokens !== undefined && (tier === 0 || found.length < 20))
      found.push(...(await findNamesByTokens(db, [tokens], tier)))
  }
  return found
}

/** Finds the names that are one word of a query, such as 鲁迅 in `鲁迅 nahan`. */
const findExactly = (db: Db, { terms }: SearchQuery) =>
  findNamesExactly(
    db,
    terms.map(({ text }) => text),
  )

/**
 * Returns whether a search may mean a person whose name is misspelled: it has found no person, and no other name that
 * is exactly the query.
 */
function lacksPerson(found: RankedName[]): boolean {
  return found.every(({ kind, reasons }) => kind !== 'person' && reasons.some(({ likeness }) => likeness !== 'whole'))
}

/**
 * Finds names that differ from a query by a character, that sound like it, or whose Latin words resemble its words.
 * The returned query also contains the pinyin of its Chinese terms, which the ranking needs.
 */
async function findNamesDespiteTypos(db: Db, query: SearchQuery, wordsLike: TypedQuery['wordsLike']) {
  const terms = await addPinyin(query.terms)
  const alternatives = await Promise.all(
    terms.map(async (term) =>
      term.isHan ? [...typoQueries(term), soundsLikeQuery(term)] : [await likeWord(wordsLike, term)],
    ),
  )
  return { query: { ...query, terms }, candidates: await findNamesByTokens(db, alternativesOf(alternatives), 0) }
}

/** Returns a `tsquery` for names with a Latin word that resembles a search term. */
async function likeWord(wordsLike: TypedQuery['wordsLike'], term: Term): Promise<string | undefined> {
  const words = await wordsLike(term.text)
  return anyOf([term, ...words.map((text) => plainTerm(text, false))].map((word) => nameTerm(word)))
}

/**
 * Returns whether a search term belongs to a name. A tag that only sounds like the term does not count: 史记 sounds like
 * a part of 十九世纪.
 */
function isNear(kind: RankedName['kind'], likeness: Reason['likeness']): boolean {
  return likeness !== 'absent' && !(kind === 'tag' && likeness === 'soundsAlike')
}

/**
 * Joins two matches of one person, tag, place or tour: the main name is preferred to a further name for display, and
 * the higher points decide the rank.
 */
function betterOf(known: RankedName | undefined, name: RankedName): RankedName {
  if (known === undefined) return name
  const isSameName = (known.variant === '') === (name.variant === '')
  const isShown = isSameName ? name.points > known.points : name.variant === ''
  return { ...(isShown ? name : known), points: Math.max(known.points, name.points) }
}

const fields = {
  person: ['author', 'authorAlso'],
  tag: ['tag', 'tag'],
  place: ['place', 'placeAlso'],
  // The title of a tour counts like the title of a book.
  tour: ['title', 'title'],
} as const

/** Returns the kind of name of a book, such as `author` or `placeAlso`, whose points in the ranking this name gets. */
function fieldOf({ kind, variant }: NameCandidate): NameField {
  return fields[kind][variant === '' ? 0 : 1]
}
