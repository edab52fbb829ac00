import { compactText, foldText } from '#server/engines/text/fold-text.ts'
import { hasSubject } from '#server/engines/text/request-words.ts'
import { queryOf } from '#server/engines/text/search-query.ts'
import type { BookSearch } from './book-search.ts'
import type { RankedBook } from './ranking.ts'
import { type BookCandidate, findBooksByTitles } from './search-queries.ts'
import { filterQuery } from './token-query.ts'

const maxTyped = 48
/** The smallest and the largest number of letters and Chinese characters of a title that is looked for in the text. */
const [minTitle, maxTitle] = [2, 24]
/**
 * A title of two characters often occurs in other words by chance, so it counts only if the text has at least this
 * number of other characters.
 */
const minRestOfShort = 3

/**
 * The points of a book whose whole title is in the text: `pointsOfTitle`, plus `pointsOfShare` times the fraction of
 * the text that is the title, plus `pointsOfOthers` times the fraction of the other words that the book has too. The
 * sum is higher than the points of a book that matches only with a typo.
 */
const [pointsOfTitle, pointsOfShare, pointsOfOthers] = [60, 20, 10]

/** A whole title in a normalized text, as it is written there and without spaces, with the text before and after it. */
interface TitleInside {
  written: string
  compact: string
  before: string
  after: string
}

/**
 * Adds the books whose whole title is a part of the text, such as 百年孤独 in 百年孤独人物关系图, and reports the other words of the
 * text that the book lacks as left out. Of the found books, only those with the longest title are added. If the title
 * is less than half of the text, the step after this one may find better books.
 */
export async function addTitlesInside(search: BookSearch) {
  const { db, typed, filter, ranking } = search
  const { text } = foldText(typed)
  const inside = listTitlesInside([...text].slice(0, maxTyped).join(''), search)
  if (inside.size === 0) return
  const found = await findBooksByTitles(db, [...inside.keys()], filterQuery(filter.tags, filter.free))
  const books = found.flatMap((book) => scoreTitle(search, book, inside) ?? [])
  const longest = Math.max(...books.map(({ at }) => at.compact.length))
  const best = books.filter(({ at }) => at.compact.length === longest)
  const [first] = best
  if (first === undefined) return
  const rest = best.reduce((text, { at }) => text.replace(at.written, ' '), text)
  search.leftOut = listMissing(rest, first.book)
  search.kept = first.book.reasons.reduce(
    (sum, { term, likeness }) => sum + (likeness === 'absent' ? 0 : term.length),
    0,
  )
  for (const { book } of best) ranking.addScored(book)
}

/** Returns true if the books that were found without some of the terms have less than half of the text. */
export function isSmallPart({ kept, typed }: BookSearch): boolean {
  return 2 * kept < compactText(typed).length
}

/** Returns the words of a text that a book does not have. Words of a request, such as 的书, are not returned. */
function listMissing(text: string, { reasons }: RankedBook): string[] {
  const has = (word: string) => reasons.some(({ term, likeness }) => term === word && likeness !== 'absent')
  return text.split(' ').filter((word) => hasSubject(word) && !has(word))
}

/**
 * Returns the parts of a text that may be titles, in a map whose keys are the parts without spaces. The whole text is
 * not one of these parts.
 */
function listTitlesInside(text: string, search: BookSearch): Map<string, TitleInside> {
  const inside = new Map<string, TitleInside>()
  for (let start = 0; start < text.length; start += 1)
    for (let end = start + minTitle; end <= Math.min(text.length, start + 2 * maxTitle); end += 1) {
      const compact = text.slice(start, end).replaceAll(' ', '')
      const [before, after] = [text.slice(0, start).trim(), text.slice(end).trim()]
      const isPart = !splitsWord(text, start) && !splitsWord(text, end) && before + after !== ''
      if (isPart && mayBeTitle(compact, before, after) && !(after === '' && isSubject(compact, text, search)))
        inside.set(compact, { written: text.slice(start, end), compact, before, after })
    }
  return inside
}

/** Returns true if a position is between two letters or digits of one word. */
const splitsWord = (text: string, at: number) => /[a-z0-9]/.test(text[at - 1] ?? '') && /[a-z0-9]/.test(text[at] ?? '')

function mayBeTitle(compact: string, before: string, after: string): boolean {
  if (compact.length < minTitle || compact.length > maxTitle) return false
  if (/^[a-z0-9]+$/.test(compact)) return /[a-z]/.test(compact) && compact.length > 3
  if (!isShort(compact)) return true
  return (before === '' || after === '') && (before + after).length >= minRestOfShort
}

/**
 * Returns true if a title at the end of a longer text is also a tag, place or region that the search has recognised:
 * 历史 in 黄河流域的历史 says what the text is about.
 */
function isSubject(compact: string, text: string, { known }: BookSearch): boolean {
  return 2 * compact.length < text.length && known.some((part) => part.text === compact && part.kind !== 'person')
}

const isShort = (compact: string) => [...compact].length < 3

function scoreTitle({ ranking }: BookSearch, candidate: BookCandidate, inside: Map<string, TitleInside>) {
  const at = inside.get(compactText(candidate.names[0]?.[1] ?? ''))
  if (at === undefined) return undefined
  const { compact, before, after } = at
  const scored = ranking.score(queryOf([before, compact, after].join(' ').trim()), candidate)
  if (scored === undefined) return undefined
  const others = scored.reasons.filter(({ term }) => term !== compact)
  const known = others.filter(({ likeness }) => likeness !== 'absent').length / Math.max(1, others.length)
  const share = compact.length / (before + compact + after).length
  const points = pointsOfTitle + pointsOfShare * share + pointsOfOthers * known
  const book: RankedBook = { ...candidate, ...scored, points: points + scored.popularity }
  return { at, book }
}
