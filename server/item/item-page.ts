import { expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as z from 'zod/mini'
import type { BookSort } from '#shared/api/book/book.ts'
import type { ItemType } from '#shared/api/place/mark.ts'
import { decodeCursor, encodeCursor } from '#server/db/cursor.ts'
import type { Database } from '#server/db/schema.ts'
import { rankOf, sortColumns } from './item-rank.ts'
import { tablesOf } from './item-tables.ts'

interface PageRequest {
  sort: BookSort
  cursor?: string | undefined
  limit: number
}

/**
 * Returns one page of a query for books or videos, sorted by popularity, score or age, and the cursor of the next page
 * or null.
 */
export async function readItemPage<T extends 'book' | 'video', O extends { id: string }>(
  items: SelectQueryBuilder<Database, T, O>,
  { sort, cursor, limit }: PageRequest,
): Promise<{ list: O[]; nextCursor: string | null }> {
  const column = sql.ref(sortColumns[sort])
  const query = items
    .where(isAfterCursor({ sort, cursor }, column, sql.ref('id')))
    .select(sql<string>`${column}::text`.as('rank'))
    .orderBy(column, 'desc')
    .orderBy(sql.ref('id'), 'desc')
    .limit(limit + 1)
    .$castTo<O & { rank: string }>()
  const rows = await query.execute()
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  return { list, nextCursor: last ? encodeCursor([sort, last.rank, last.id]) : null }
}

/**
 * Returns the condition that a row comes after a cursor; `column` is the column by which the rows are sorted, before
 * `id`. Throws `invalid` for a cursor of another list.
 */
export function isAfterCursor(
  { sort, cursor }: Pick<PageRequest, 'sort' | 'cursor'>,
  column: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`
  const [, rank, lastId] = decodeCursor(cursor, z.tuple([z.literal(sort), rankOf(sort), z.uuid()]))
  return sql<boolean>`(${column}, ${id}) < (${rank}, ${lastId})`
}

const from = expressionBuilder<Database, 'book'>()

/**
 * For a query that lists books or videos: two columns with the names and the ids of the places of each one, in the same
 * order and without duplicates.
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

/** For a query that lists books or videos: a column with the tags of each one, sorted by kind and position. */
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

/** For a query that lists books or videos: a column with the places of each one, sorted by kind and name. */
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
