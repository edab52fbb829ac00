import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { decodeCursor, encodeCursor } from './cursor.ts'

/**
 * The position in a sorted list where a page starts or, if `isBackward`, ends. Lists are sorted by a rank, the greatest
 * first, and then by id.
 */
interface PageStart {
  /** Rank and id of the row before the page or, if `isBackward`, after it; null for the first page. */
  position: { rank: string; id: string } | null
  /** The number of the page, from 1; null if the cursor does not contain the number. */
  page: number | null
  isBackward: boolean
}

/** A page of a sorted list. */
export interface SortedPage<O> {
  list: O[]
  nextCursor: string | null
  /** The cursor of the page before this one; null on the first page. */
  prevCursor: string | null
  /** The number of this page, from 1; null if the cursor does not contain the number. */
  page: number | null
}

/**
 * Encodes the position of a row in a sorted list, where the page with the number `page` starts, or ends if
 * `isBackward`.
 */
export function encodePageCursor([sort, rank, id]: [string, string, string], page: number | null, isBackward = false) {
  return encodeCursor([sort, rank, id, page ?? 0, ...(isBackward ? ['before'] : [])])
}

/**
 * Decodes a cursor of the list that is sorted by `sort`, whose ranks have the shape `rank`; without a cursor, the page
 * is the first one. Throws `invalid` for a cursor of another list.
 */
export function decodePageCursor(cursor: string | undefined, sort: string, rank: z.ZodMiniType<string>): PageStart {
  if (cursor === undefined) return { position: null, page: 1, isBackward: false }
  const shape = z.tuple([
    z.literal(sort),
    rank,
    z.uuid(),
    z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    z.optional(z.literal('before')),
  ])
  const [, value, id, page = 0, before] = decodeCursor(cursor, shape)
  return { position: { rank: value, id }, page: page || null, isBackward: before !== undefined }
}

/**
 * Returns the SQL condition that a row is on the page that starts or ends at a position, or beyond that page; `rank` is
 * the column by which the rows are sorted, before `id`.
 */
export function isBeyond(
  { position, isBackward }: PageStart,
  rank: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (position === null) return sql<boolean>`true`
  const [above, below] = [sql`(${rank}, ${id})`, sql`(${position.rank}, ${position.id})`]
  return isBackward ? sql<boolean>`${above} > ${below}` : sql<boolean>`${above} < ${below}`
}

/**
 * Makes a page of at most `limit` rows, and the cursors of the pages around it, from the first `limit + 1` rows of the
 * page; if it `isBackward`, the rows come in the opposite order.
 */
export function cutPage<O extends { id: string; rank: string }>(
  rows: O[],
  { position, page, isBackward }: PageStart,
  { sort, limit }: { sort: string; limit: number },
): SortedPage<O> {
  const list = rows.slice(0, limit)
  if (isBackward) list.reverse()
  const hasMore = rows.length > limit
  const [first, last] = [list[0], list.at(-1)]
  const hasNext = isBackward || hasMore
  const hasPrevious = isBackward ? hasMore : position !== null
  return {
    list,
    nextCursor: hasNext && last ? encodePageCursor([sort, last.rank, last.id], page && page + 1) : null,
    prevCursor: hasPrevious && first ? encodePageCursor([sort, first.rank, first.id], page && page - 1, true) : null,
    page,
  }
}
