import { expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as z from 'zod/mini'
import type { BookSort } from '#shared/api/book/book.ts'
import type { ItemType } from '#shared/api/item.ts'
import { decodeCursor, encodeCursor } from '#server/db/cursor.ts'
import type { Database } from '#server/db/schema.ts'
import { rankOf, sortColumns } from './item-rank.ts'
import { tablesOf } from './item-tables.ts'

interface PageRequest {
  sort: BookSort
  cursor?: string | undefined
  limit: number
}

/** A page of a sorted list. */
interface ItemPage<O> {
  list: O[]
  nextCursor: string | null
  /** The cursor of the page before this one; null on the first page. */
  prevCursor: string | null
  /** The number of this page, from 1; null if the cursor does not contain the number. */
  page: number | null
}

/**
 * Returns one page of a query for books or videos, sorted by popularity, score or age, and the cursors of the pages
 * after and before it.
 */
export async function readItemPage<T extends 'book' | 'video', O extends { id: string }>(
  items: SelectQueryBuilder<Database, T, O>,
  request: PageRequest,
): Promise<ItemPage<O>> {
  const { sort, limit } = request
  const column = sql.ref(sortColumns[sort])
  const { isBackward, page } = readItemCursor(request)
  const direction = isBackward ? 'asc' : 'desc'
  const query = items
    .where(isAfterCursor(request, column, sql.ref('id')))
    .select(sql<string>`${column}::text`.as('rank'))
    .orderBy(column, direction)
    .orderBy(sql.ref('id'), direction)
    .limit(limit + 1)
    .$castTo<O & { rank: string }>()
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  if (isBackward) list.reverse()
  const hasMore = rows.length > limit
  const [first, last] = [list[0], list.at(-1)]
  const hasNext = isBackward || hasMore
  const hasPrevious = isBackward ? hasMore : request.cursor !== undefined
  return {
    list,
    nextCursor: hasNext && last ? itemCursor([sort, last.rank, last.id], page && page + 1) : null,
    prevCursor: hasPrevious && first ? itemCursor([sort, first.rank, first.id], page && page - 1, true) : null,
    page,
  }
}

/**
 * Encodes the position of a book or video in a sorted list, where the page with the number `page` starts, or ends if
 * `isBackward`.
 */
export function itemCursor([sort, rank, id]: [BookSort, string, string], page: number | null, isBackward = false) {
  return encodeCursor([sort, rank, id, page ?? 0, ...(isBackward ? ['before'] : [])])
}

/** Decodes a cursor of a list of books or videos. Throws `invalid` for a cursor of another list. */
export function readItemCursor({ sort, cursor }: Pick<PageRequest, 'sort' | 'cursor'>) {
  if (cursor === undefined) return { position: null, page: 1, isBackward: false }
  const shape = z.tuple([
    z.literal(sort),
    rankOf(sort),
    z.uuid(),
    z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    z.optional(z.literal('before')),
  ])
  const [, rank, id, page = 0, before] = decodeCursor(cursor, shape)
  return { position: { rank, id }, page: page || null, isBackward: before !== undefined }
}

/**
 * Returns the SQL condition that a row comes after the position of a cursor, or before it if the cursor leads to the
 * previous page; `column` is the column by which the rows are sorted, before `id`. Throws `invalid` for a cursor of
 * another list.
 */
export function isAfterCursor(
  request: Pick<PageRequest, 'sort' | 'cursor'>,
  column: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const { position, isBackward } = readItemCursor(request)
  if (position === null) return sql<boolean>`true`
  const [above, below] = [sql`(${column}, ${id})`, sql`(${position.rank}, ${position.id})`]
  return isBackward ? sql<boolean>`${above} > ${below}` : sql<boolean>`${above} < ${below}`
}

const from = expressionBuilder<Database, 'book'>()

/**
 * Returns two columns for a query that lists books or videos: the names and the ids of the places of each book or
 * video, in the same order and without duplicates.
 */
export function placeNamesOf(itemType: ItemType) {
  const { item, itemPlace, itemId } = tablesOf(itemType)
  const places = sql`from place where id in (
    select place_id from ${sql.table(itemPlace)} where ${sql.ref(itemId)} = ${sql.ref(`${item}.id`)}) order by name`
  return [
    sql<string[]>`array(select name ${places})`.as('places'),
    sql<string[]>`array(select id ${places})`.as('placeIds'),
  ] as const
}

/** Returns a column for a query that lists books or videos: the tags of each one, sorted by kind and position. */
export function tagsOf(itemType: ItemType) {
  const { item, itemTag, itemId } = tablesOf(itemType)
  return jsonArrayFrom(
    from
      .selectFrom(itemTag)
      .innerJoin('tag', 'tag.id', `${itemTag}.tagId`)
      .whereRef(`${itemTag}.${itemId}`, '=', `${item}.id`)
      .select(['tag.id', 'tag.name', 'tag.kind', 'tag.count'])
      .orderBy(sql`array_position(array['form', 'subject', 'era', 'region'], tag.kind)`)
      .orderBy('tag.position'),
  ).as('tags')
}

/** Returns a column for a query that lists books or videos: the places of each one, sorted by kind and name. */
export function placesOf(itemType: ItemType) {
  const { item, itemPlace, itemId } = tablesOf(itemType)
  return jsonArrayFrom(
    from
      .selectFrom(itemPlace)
      .innerJoin('place', 'place.id', `${itemPlace}.placeId`)
      .whereRef(`${itemPlace}.${itemId}`, '=', `${item}.id`)
      .select(['place.id as placeId', 'place.name', 'place.lng', 'place.lat', 'place.country', 'place.province'])
      .select(`${itemPlace}.kind`)
      .orderBy(sql`array_position(array['setting', 'subject', 'author', 'written'], ${sql.ref(`${itemPlace}.kind`)})`)
      .orderBy('place.name'),
  ).as('places')
}
