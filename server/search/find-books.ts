import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { BookCard } from '#shared/api/book/book.ts'
import type { FoundCard, FoundPage, FoundRecommendation } from '#shared/api/search/search.ts'
import type { Tag } from '#shared/api/tag/tag.ts'
import { listBooksById } from '#server/book/book-queries.ts'
import { decodeCursor, encodeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/schema.ts'
import { type BookFilter, pageEffort } from '#server/search/query/find-candidates.ts'
import { rankBooks, type RankedBook, readMeanings } from '#server/search/query/rank-books.ts'
import { findVideos } from './find-videos.ts'
import { excerpt, highlight, highlightAll, highlightTerms } from './highlight.ts'
import { recordMiss } from './miss-queries.ts'
import { parseQuery } from '#server/search/text/search-query.ts'

export interface BookSearch extends BookFilter {
  query: string
  cursor?: string | undefined
  limit: number
}

const place = z.tuple([z.number(), z.number(), z.uuid()])
const maxRecommends = 4

/** One page of what a query means, with what the filters would leave of the whole. */
export async function findBooks(db: Db, { query, tags, free, cursor, limit }: BookSearch): Promise<FoundPage> {
  const { books, stage } = await rankBooks(db, query, { tags, free })
  const meant = stage === 'near' ? [] : books
  const rest = cursor === undefined ? meant : after(meant, cursor)
  const page = rest.slice(0, limit)
  const last = rest.length > limit ? page.at(-1) : undefined
  const isFirst = cursor === undefined
  if (meant.length === 0 && isFirst && tags.length === 0 && !free && !(await isVideo(db, query)))
    await recordMiss(db, query)
  const [list, near, left, recommends] = await Promise.all([
    toCards(db, page, query),
    toCards(db, stage === 'near' && isFirst ? books.slice(0, 8) : [], query),
    countLeft(db, meant),
    isFirst ? findRecommends(db, meant, query) : [],
  ])
  const isCapped = meant.length >= pageEffort.limit || (meant.length >= pageEffort.wanted && (await hasSecondTier(db)))
  const nextCursor = last ? encodeCursor([last.points, last.weight, last.bookId]) : null
  return { list, nextCursor, total: meant.length, isCapped, isGuess: stage === 'typos', ...left, recommends, near }
}

/** Whether a video is meant, which the page shows above where there is no book. */
async function isVideo(db: Db, query: string): Promise<boolean> {
  return (await findVideos(db, await readMeanings(db, query), 1)).length > 0
}

/** Whether there are books that are left alone where enough of those most read are found. */
async function hasSecondTier(db: Db): Promise<boolean> {
  const row = await db.selectFrom('searchBook').select('tier').where('tier', '=', 1).limit(1).executeTakeFirst()
  return row !== undefined
}

/** What comes behind the place where the last page ended, whether or not the book that stood there still does. */
function after(books: RankedBook[], cursor: string): RankedBook[] {
  const [points, weight, id] = decodeCursor(cursor, place)
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
    return { book, title, authors, excerpt: isSeen(scored, book) ? null : excerpt(book.desc, terms) }
  })
}

/** Whether a card shows by itself why it is there. */
function isSeen({ reasons }: RankedBook, { places }: BookCard): boolean {
  return reasons.every(
    ({ field, text }) => field === 'title' || field === 'author' || (field === 'place' && places.includes(text)),
  )
}

/** How many of the books carry each tag, in the order tags are shown. */
async function countLeft(db: Db, books: RankedBook[]): Promise<{ tags: Tag[]; countFree: number }> {
  const ids = books.map(({ bookId }) => bookId)
  const [{ rows: tags }, free] = await Promise.all([
    sql<Tag>`
      select tag.id, tag.name, tag.kind, count(*) as count from book_tag join tag on tag.id = tag_id
      where book_id = any(${ids}) group by tag.id order by tag.position`.execute(db),
    sql<{ count: number }>`select count(*) as count from book where id = any(${ids}) and free is not null`.execute(db),
  ])
  return { tags, countFree: free.rows[0]?.count ?? 0 }
}

/** Reasons in which all that was typed stands; only those of books that were found can have it. */
async function findRecommends(db: Db, books: RankedBook[], query: string): Promise<FoundRecommendation[]> {
  const { terms } = parseQuery(query)
  if (terms.length === 0 || terms.some(({ text }) => text.length < 2)) return []
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
  return found.slice(0, maxRecommends)
}
