import { type RawBuilder, sql } from 'kysely'
import type { BookSort } from '#shared/api/book/book.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import { encodePageCursor, isBeyond } from '#server/platform/db/page-cursor.ts'
import { readItemCursor } from '#server/catalogue/item/item-page.ts'
import { findTagsByRarity, type TagCount } from '#server/catalogue/tag/tag-queries.ts'
import { hasAllTags, maxCandidates } from '#server/catalogue/tag/match-all-tags.ts'
import { type BookFilter, hasText } from './book-filter.ts'

/** A filter by tags alone; a book must have all of the tags. */
type TagFilter = Pick<BookFilter, 'tags' | 'free'>

interface TaggedRequest extends TagFilter {
  sort: BookSort
  cursor?: string | undefined
}

/** The columns of `book_tag` that copy the columns by which lists of books are sorted. */
const rankColumns = { hot: 'bookPopularity', new: 'bookCreateTime', score: 'bookScore' } as const

/** Returns whether the table `book_tag` alone can answer a filter: it has tags, but neither a person nor a place. */
export function isTagFilter({ tags, person, place }: BookFilter): boolean {
  return tags.length > 0 && person === undefined && place === undefined
}

/**
 * If the filter has several tags, one request reads the next `maxCandidates` books of the rarest tag at most this
 * number of times, until one of them has all tags.
 */
const maxRounds = 5

interface TaggedPage {
  ids: string[]
  /**
   * The cursor at which the search for books with all of several tags stopped before the page was full; null otherwise.
   */
  nextCursor: string | null
}

/**
 * Returns the ids of the first books after a cursor that have all tags, at most `limit`, in the order of the list. An
 * index of `book_tag` has the books of each tag in each order. If the filter has several tags, `maxCandidates` books
 * of the rarest tag are checked; if none of them has all tags, as many again, up to `maxRounds` times. The page may
 * therefore have fewer books than `limit`. Throws `invalid` for a cursor of another list.
 */
export async function findTaggedBooks(db: Db, request: TaggedRequest, limit: number): Promise<TaggedPage> {
  const [rarest, ...others] = await findTagsByRarity(db, request.tags)
  if (rarest === undefined) return { ids: [], nextCursor: null }
  if (others.length === 0) return { ids: await readIds(db, rankedBooks(request, rarest, limit)), nextCursor: null }
  let { cursor } = request
  for (let round = 1; ; round++) {
    const candidates = rankedBooks({ ...request, cursor }, rarest, maxCandidates)
    const ids = await readIds(
      db,
      sql`select * from (${candidates}) rarest where ${hasTags(others)} order by rank desc, book_id desc limit ${sql.lit(limit)}`,
    )
    if (ids.length === limit) return { ids, nextCursor: null }
    const { rows } = await sql<{ rank: string; bookId: string }>`
      select rank::text, book_id from (${candidates}) candidate order by candidate.rank desc, book_id desc offset ${sql.lit(maxCandidates - 1)}`.execute(
      db,
    )
    const [last] = rows
    if (last === undefined) return { ids, nextCursor: null }
    const { page } = readItemCursor(request)
    cursor = encodePageCursor([request.sort, last.rank, last.bookId], page && page + 1)
    if (ids.length > 0 || round === maxRounds) return { ids, nextCursor: cursor }
  }
}

async function readIds(db: Db, books: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ bookId: string }>`select book_id from (${books}) found`.execute(db)
  return rows.map(({ bookId }) => bookId)
}

/** Returns an SQL query for the first books of a tag after the cursor, in the order of the list. */
function rankedBooks(request: TaggedRequest, { id }: TagCount, limit: number): RawBuilder<unknown> {
  const rank = sql.ref(`rarest.${rankColumns[request.sort]}`)
  const start = readItemCursor(request)
  const direction = start.isBackward ? sql`asc` : sql`desc`
  return sql`
    select book_id, ${rank} as rank from book_tag rarest
    where tag_id = ${id} and ${isFree(request)} and ${isBeyond(start, rank, sql.ref('rarest.bookId'))}
    order by ${rank} ${direction}, book_id ${direction} limit ${sql.lit(limit)}`
}

/**
 * Counts the books that have all tags, up to one more than `maxCountedBooks`. If the filter has several tags, only
 * `maxCandidates` books of the rarest tag are checked; `isLowerBound` tells whether there may be more matches.
 */
export async function countTaggedBooks(db: Db, filter: TagFilter): Promise<{ total: number; isLowerBound: boolean }> {
  const [rarest, ...others] = await findTagsByRarity(db, filter.tags)
  if (rarest === undefined) return { total: 0, isLowerBound: false }
  const most = maxCountedBooks + 1
  if (others.length === 0) {
    const books = sql`select from book_tag rarest where tag_id = ${rarest.id} and ${isFree(filter)}`
    const total = filter.free ? await countRows(db, books) : Math.min(rarest.count, most)
    return { total, isLowerBound: total === most }
  }
  const { rows } = await sql<{ total: number; isLowerBound: boolean }>`
    select count(*) filter (where ${hasTags(others)}) as total, count(*) = ${sql.lit(maxCandidates)} as is_lower_bound
    from (${rankedBooks({ ...filter, sort: 'hot', cursor: undefined }, rarest, maxCandidates)}) rarest`.execute(db)
  return rows[0] ?? { total: 0, isLowerBound: false }
}

/**
 * Returns whether a book that has all tags has a score. Of several tags, only the `maxCandidates` books of the rarest
 * tag with the highest scores are checked.
 */
export async function hasScoredTaggedBooks(db: Db, filter: TagFilter): Promise<boolean> {
  const [rarest, ...others] = await findTagsByRarity(db, filter.tags)
  if (rarest === undefined) return false
  const scored = sql`
    select book_id from book_tag rarest where tag_id = ${rarest.id} and book_score > 0 and ${isFree(filter)}
    order by book_score desc limit ${sql.lit(others.length === 0 ? 1 : maxCandidates)}`
  const { rows } = await sql<{ hasScores: boolean }>`
    select exists (select from (${scored}) rarest where ${hasTags(others)}) as has_scores`.execute(db)
  return rows[0]?.hasScores ?? false
}

const isFree = ({ free }: TagFilter) => (free ? hasText(sql.ref('rarest.bookId')) : sql`true`)

/** Returns the condition that a book of the query `rarest` has further tags. */
function hasTags(tags: TagCount[]): RawBuilder<boolean> {
  return hasAllTags(
    'book',
    sql.ref('rarest.bookId'),
    tags.map(({ id }) => id),
  )
}
