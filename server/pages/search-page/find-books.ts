import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { BookCard } from '#shared/api/book/book.ts'
import type { FoundCard, FoundPage, FoundRecommendation, UnderstoodPart } from '#shared/api/search/search.ts'
import type { Tag } from '#shared/api/tag/tag.ts'
import { hasText } from '#server/catalogue/book/book-filter.ts'
import { listBooksById } from '#server/catalogue/book/book-queries.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { type BookFilter, pageEffort } from '#server/search/query/find-candidates.ts'
import { type KnownPart, withoutJoining } from '#server/search/query/divide-query.ts'
import type { TypedQuery } from '#server/search/query/book-search.ts'
import { rankBooksByMeanings } from '#server/search/query/rank-books.ts'
import type { RankedBook } from '#server/search/query/ranking.ts'
import { readQuery } from '#server/search/query/read-meanings.ts'
import { findVideos } from './find-videos.ts'
import { excerpt, highlight, highlightAll, highlightTerms } from './highlight.ts'
import { recordMiss } from '#server/search/search-misses.ts'
import { foldText } from '#server/engines/text/fold-text.ts'
import { hasSubject } from '#server/engines/text/request-words.ts'
import { parseQuery } from '#server/engines/text/search-query.ts'

interface BookSearch extends BookFilter {
  query: string
  cursor?: string | undefined
  limit: number
}

const Position = z.tuple([z.number(), z.number(), z.uuid()])
const maxRecommendations = 4

/**
 * Returns a page of search results, with the number of results for each filter. If a query without filters finds
 * nothing, records it in the database `primary` as a failed query; `db` may be a replica.
 */
export async function findBooks(
  db: Db,
  { query, tags, free, cursor, limit }: BookSearch,
  primary: Db,
): Promise<FoundPage> {
  const typed = await readQuery(db, query)
  const { books, stage, isCut, known, leftOut } = await rankBooksByMeanings(db, typed, { tags, free }, pageEffort)
  const matching = stage === 'near' ? [] : books
  const rest = cursor === undefined ? matching : after(matching, cursor)
  const page = rest.slice(0, limit)
  const last = rest.length > limit ? page.at(-1) : undefined
  const isFirst = cursor === undefined
  if (matching.length === 0 && isFirst && tags.length === 0 && !free && !(await matchesVideo(db, typed)))
    await recordMiss(primary, query)
  const [list, near, filterCounts, recommends] = await Promise.all([
    toCards(db, page, query),
    toCards(db, stage === 'near' && isFirst ? books.slice(0, 8) : [], query),
    countByFilter(db, matching),
    isFirst ? findRecommendations(db, matching, query) : [],
  ])
  // A search leaves out unpopular books once it has found enough popular ones.
  const isCapped = isCut || matching.length >= (typed.hasUnpopular ? pageEffort.wanted : pageEffort.limit)
  const nextCursor = last ? cursorAfter(last) : null
  const start = matching.length - rest.length
  const beforePrevious = matching[start - limit - 1]
  return {
    list,
    nextCursor,
    prevCursor: beforePrevious ? cursorAfter(beforePrevious) : null,
    page: Math.ceil(start / limit) + 1,
    total: matching.length,
    isCapped,
    isGuess: stage === 'typos' || stage === 'partial' || stage === 'text',
    isOnlyMentioned: stage === 'text',
    leftOut,
    understood: known.map((part) => toUnderstood(query, part, known)),
    ...filterCounts,
    recommends,
    near,
  }
}

/**
 * Returns a recognised name, and as `without` the query that remains when a user removes the name from it. If only
 * words such as 的书 remain, `without` consists of the other recognised names; it is empty if there are none.
 */
function toUnderstood(query: string, part: KnownPart, known: KnownPart[]): UnderstoodPart {
  const { kind, id, name, typed } = part
  const { text } = foldText(query)
  const at = text.indexOf(typed)
  const [before, after] = [text.slice(0, Math.max(0, at)), text.slice(at < 0 ? 0 : at + typed.length)]
  const rest = withoutJoining((withoutJoining(before) + after).replace(/ +/g, ' ').trim()).trim()
  const others = [...new Set(known.map((other) => other.typed))].filter((word) => word !== typed)
  return { kind, id, name, without: hasSubject(rest) ? rest : others.join(' ') }
}

/**
 * Returns true if the search query matches a video. Such a query is not recorded as a failed query even if no book
 * matches, because the search page shows the video.
 */
async function matchesVideo(db: Db, { meanings }: TypedQuery): Promise<boolean> {
  return (await findVideos(db, meanings, 1)).length > 0
}

function cursorAfter({ points, weight, bookId }: RankedBook): string {
  return encodeCursor([points, weight, bookId])
}

/**
 * Returns the search results that follow a page cursor. The cursor holds the rank values of the last book on the
 * previous page, not only its id, because that book may have been deleted since.
 */
function after(books: RankedBook[], cursor: string): RankedBook[] {
  const [points, weight, id] = decodeCursor(cursor, Position)
  return books.filter(
    (book) =>
      book.points < points ||
      (book.points === points && (book.weight < weight || (book.weight === weight && book.bookId < id))),
  )
}

async function toCards(db: Db, books: RankedBook[], query: string): Promise<FoundCard[]> {
  const cards = await listBooksById(
    db,
    books.map(({ bookId }) => bookId),
  )
  const byId = new Map(books.map((book) => [book.bookId, book]))
  const { terms } = parseQuery(query)
  return cards.map((book) => {
    const scored = byId.get(book.id) as RankedBook
    const title = highlight(scored, 'title', book.title)
    const authors = highlightAll(scored, 'author', book.authors)
    return { book, title, authors, excerpt: showsAllMatches(scored, book) ? null : excerpt(book.desc, terms) }
  })
}

/**
 * Returns true if the title, authors and places on a result card contain all matches of the query. The card then needs
 * no excerpt of the description.
 */
function showsAllMatches({ reasons }: RankedBook, { places }: BookCard): boolean {
  return reasons.every(
    ({ field, text }) => field === 'title' || field === 'author' || (field === 'place' && places.includes(text)),
  )
}

/**
 * Counts the search results for each filter: the books that have each tag, in the display order of the tags, and those
 * whose text can be read here.
 */
async function countByFilter(db: Db, books: RankedBook[]): Promise<{ tags: Tag[]; countFree: number }> {
  if (books.length === 0) return { tags: [], countFree: 0 }
  const ids = books.map(({ bookId }) => bookId)
  const [{ rows: tags }, free] = await Promise.all([
    sql<Tag>`
      select tag.id, tag.name, tag.kind, count(*) as count from book_tag join tag on tag.id = tag_id
      where book_id = any(${ids}) group by tag.id order by tag.position`.execute(db),
    sql<{
      count: number
    }>`select count(*) as count from book where id = any(${ids}) and ${hasText(sql.ref('book.id'))}`.execute(db),
  ])
  return { tags, countFree: free.rows[0]?.count ?? 0 }
}

/** Returns approved recommendations that contain all terms of the query, for the first hundred books of the result. */
async function findRecommendations(db: Db, books: RankedBook[], query: string): Promise<FoundRecommendation[]> {
  const { terms } = parseQuery(query)
  if (books.length === 0 || terms.length === 0 || terms.some(({ text }) => text.length < 2)) return []
  const { rows } = await sql<{ id: string; bookId: string; title: string; user: string; reason: string }>`
    select recommendation.id, book_id, book.title, "user".name as user, reason
    from recommendation join book on book.id = book_id join "user" on "user".id = user_id
    where book_id = any(${books.slice(0, 100).map(({ bookId }) => bookId)}) and status = 'approved'
    order by recommendation.id`.execute(db)
  const found = rows.flatMap((row) => {
    const each = terms.map((term) => highlightTerms(row.reason, [term]))
    const reason = each.includes(null) ? null : highlightTerms(row.reason, terms)
    return reason === null ? [] : [{ ...row, reason }]
  })
  return found.slice(0, maxRecommendations)
}
