import type { SearchStage } from '#shared/api/search/explained.ts'
import { foldPlainly } from '#server/engines/text/fold-text.ts'
import type { StoredName } from '#server/search/index/make-entry.ts'
import { matchName } from './match-name.ts'
import { type Likeness, likenessScores, type NameMatch } from './name-match.ts'
import { prepareName, type PreparedName } from './prepare-name.ts'
import { isFurther, isShortName, type NameField } from '#server/engines/text/search-tokens.ts'
import type { SearchQuery, Term } from '#server/engines/text/search-query.ts'
import { joinedTerm, plainTerm } from '#server/engines/text/search-query.ts'

/** The points of a match in the search by where the term was found: title, alternative title, author and so on. */
const fieldScores: Record<NameField | 'text', number> = {
  title: 100,
  also: 86,
  author: 62,
  authorAlso: 60,
  translator: 44,
  translatorAlso: 42,
  tag: 36,
  place: 34,
  placeAlso: 33,
  text: 8,
}

/** The best match of one search term in a book, video, author or other search result. */
export interface Reason {
  term: string
  field: NameField | 'text'
  text: string
  likeness: Likeness | 'mentioned' | 'absent'
  points: number
}
export interface Scored {
  points: number
  /** The part of the points that the result has because it is popular. */
  popularity: number
  reasons: Reason[]
  /**
   * The ranges of each name of a search result that match the query. The key consists of the kind of name and the name,
   * such as `title:红楼梦`.
   */
  marks: Map<string, [number, number][]>
}

interface Prepared {
  field: NameField
  text: string
  name: PreparedName
}

/**
 * Additional points in the ranking for the popularity of a search result and for the share of the title that matches.
 * They decide between results whose matches are equal.
 */
const popularityFactor = 0.8
const coverageFactor = 8
/**
 * A title that begins with the typed text is ranked as if this many of its characters matched, however many are typed.
 * So titles that begin alike keep their order while somebody types, and no suggestion that still fits disappears.
 */
const begunCharacters = 2

interface Item {
  names: StoredName[]
  weight: number
  stage: SearchStage
  /** Description and recommendations of the book or video; set only if these texts were searched. */
  about?: string
}

/**
 * Computes the points by which a book, video or name is ranked in the results of a search query. This is a pure
 * function, so that `explain` can show how the points were computed.
 */
export function scoreItem(query: SearchQuery, { names, weight, stage, about }: Item): Scored {
  const prepared = names.map(([field, text, sounds]) => ({ field, text, name: prepareName(text, sounds) }))
  const text = about === undefined ? '' : foldPlainly(about)
  const texts = { names: prepared, stage, text }
  const whole = wholeTerm(query)
  const apart = scoreTerms(query.terms, texts)
  const joined = whole && scoreTerms([whole], texts)
  if (!query.compact.startsWith(query.terms[0]?.text ?? '')) apart.points *= withoutArticleFactor
  const best = joined !== undefined && joined.points > apart.points ? joined : apart
  const popularity = popularityFactor * Math.log2(1 + weight)
  return { ...best, points: best.points + popularity, popularity }
}

/**
 * If an English article was typed and left out, the points of a name without it are multiplied by this factor, so that
 * the title with the same article ranks higher.
 */
const withoutArticleFactor = 0.97

/** Caches the result of `joinTerms`, because one query is compared with hundreds of candidates. */
const wholeTerms = new WeakMap<SearchQuery, Term | undefined>()

function wholeTerm(query: SearchQuery): Term | undefined {
  if (!wholeTerms.has(query)) wholeTerms.set(query, joinTerms(query))
  return wholeTerms.get(query)
}

/**
 * Joins all terms of a search query to one term, because the user may have typed one title with spaces, or pinyin split
 * into syllables. Also adds an English article that was left out before a single term.
 */
function joinTerms(query: SearchQuery): Term | undefined {
  const [first, ...others] = query.terms
  if (first === undefined || (others.length === 0 && first.text === query.compact)) return undefined
  return (
    joinedTerm(query) ??
    plainTerm(
      query.compact,
      query.terms.some(({ isHan }) => isHan),
    )
  )
}

type Matched = Omit<Scored, 'popularity'>

interface ScoredTexts {
  names: Prepared[]
  stage: SearchStage
  text: string
}

/** Scores the terms alone, without the popularity of the result. */
function scoreTerms(terms: Term[], texts: ScoredTexts): Matched {
  const marks: Scored['marks'] = new Map()
  const reasons = terms.flatMap((term) => scoreTerm(term, texts, marks))
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0) / Math.max(terms.length, 1)
  return { points: Math.max(points, pointsOfPerson(reasons)), reasons, marks }
}

/** The points of a query that is a whole name of the author: more than a title that only begins with this name. */
const wholeAuthorScore = 94
/**
 * A query that consists of a whole title and a name of its author gets this fraction of the points that the title alone
 * would get.
 */
const titleAndAuthorFactor = 0.95

/**
 * Returns the points of a query that consists of the name of an author, or of a whole title and such a name; otherwise
 * 0.
 */
function pointsOfPerson(reasons: Reason[]): number {
  const [only] = reasons
  if (reasons.length === 1 && only !== undefined && isAuthor(only) && isWhole(only))
    return wholeAuthorScore * likenessScores[only.likeness]
  const titles = reasons.filter((reason) => reason.field === 'title' && isWhole(reason))
  const isRest = reasons.every((reason) => titles.includes(reason) || isPerson(reason))
  return titles.length === 1 && reasons.length > 1 && isRest ? titleAndAuthorFactor * (titles[0]?.points ?? 0) : 0
}

const isAuthor = ({ field }: Reason) => field === 'author' || field === 'authorAlso'
const isPerson = (reason: Reason) => isAuthor(reason) || reason.field.startsWith('translator')

function scoreTerm(term: Term, { names, stage, text }: ScoredTexts, marks: Scored['marks']): Reason[] {
  const allowsTypos = stage === 'typos'
  const found = names.flatMap((name) => {
    const match = matchName(name.name, term, allowsTypos)
    if (match === undefined || (isWholeOnly(name) && !isWhole(match))) return []
    return [{ name, match, points: pointsOf(name, match) }]
  })
  for (const { name, match } of found) addMarks(marks, name, match)
  const best = found.reduce<(typeof found)[number] | undefined>(
    (a, b) => (a && a.points >= b.points ? a : b),
    undefined,
  )
  const parts =
    allowsTypos && term.isHan && (best === undefined || isInexact(best.match)) ? scoreParts(term, names) : undefined
  if (parts !== undefined && (best === undefined || parts.points > best.points)) {
    for (const [key, added] of parts.marks) marks.set(key, [...(marks.get(key) ?? []), ...added])
    // When a search term was split into two names, each of the two parts gets half of its points, so that both together
    // count as one term.
    return parts.reasons.map((reason) => ({ ...reason, points: reason.points / 2 }))
  }
  if (best === undefined) {
    const isMentioned = text.includes(term.text)
    const points = isMentioned ? fieldScores.text : 0
    return [{ term: term.text, field: 'text', text: '', likeness: isMentioned ? 'mentioned' : 'absent', points }]
  }
  const { name, match, points } = best
  return [{ term: term.text, field: name.field, text: name.text, likeness: match.likeness, points }]
}

const isWholeOnly = ({ field, text }: Prepared) => isFurther(field) && isShortName(text)
type WholeLikeness = 'whole' | 'spelledWhole'
const isWhole = <Match extends { likeness: Reason['likeness'] }>(
  match: Match,
): match is Match & { likeness: WholeLikeness } => match.likeness === 'whole' || match.likeness === 'spelledWhole'
const isInexact = ({ likeness }: NameMatch) => inexact.has(likeness)
const inexact = new Set<Likeness>(['typo', 'soundsAlike', 'gaps', 'spelledTypo'])

/**
 * Splits a search term into two names that were typed without a space. Both must match exactly, in different names of
 * the same book or video.
 */
function scoreParts({ text }: Term, names: Prepared[]): Matched | undefined {
  const characters = [...text]
  if (characters.length < 3 || characters.length > 12) return undefined
  const alternatives = characters.slice(1).map((_, at) => {
    const halves = [characters.slice(0, at + 1), characters.slice(at + 1)]
    const terms = halves.map((half) => plainTerm(half.join(''), true))
    return scoreTerms(terms, { names, stage: 'names', text: '' })
  })
  const matching = alternatives.filter(
    ({ reasons: [one, other] }) =>
      one?.text !== other?.text && one?.likeness !== 'absent' && other?.likeness !== 'absent',
  )
  return matching.reduce<Matched | undefined>((a, b) => (a && a.points >= b.points ? a : b), undefined)
}

function pointsOf({ field, text }: Prepared, { likeness, marks }: NameMatch): number {
  const length = isBegun(likeness) ? begunCharacters : marks.reduce((sum, [start, end]) => sum + end - start, 0)
  const covered = Math.min(1, length / Math.max(text.length, 1))
  const isTitle = field === 'title' || field === 'also'
  return fieldScores[field] * likenessScores[likeness] + (isTitle ? coverageFactor * covered : 0)
}

const isBegun = (likeness: Likeness) =>
  likeness === 'start' || likeness === 'spelledStart' || likeness === 'initialsStart'

function addMarks(marks: Scored['marks'], { field, text }: Prepared, match: NameMatch) {
  const key = `${field}:${text}`
  marks.set(key, [...(marks.get(key) ?? []), ...match.marks])
}
