import { expressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookSort } from '#shared/api/book/book.ts'
import type { ItemType } from '#shared/api/item.ts'
import type { PlaceSentence } from '#shared/api/place/place.ts'
import { cutPage, decodePageCursor, isBeyond, type SortedPage } from '#server/platform/db/page-cursor.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { isOfStory } from '#server/catalogue/mark-cells/marks-of-items.ts'
import { rankOf, sortColumns } from './item-rank.ts'
import { tablesOf } from './item-tables.ts'

interface PageRequest {
  sort: BookSort
  cursor?: string | undefined
  limit: number
}

/**
 * Returns one page of a query for books or videos, sorted by popularity, score or age, and the cursors of the pages
 * after and before it.
 */
export async function readItemPage<T extends 'book' | 'video', O extends { id: string }>(
  items: SelectQueryBuilder<Database, T, O>,
  request: PageRequest,
): Promise<SortedPage<O>> {
  const { sort, limit } = request
  const column = sql.ref(sortColumns[sort])
  const start = readItemCursor(request)
  const direction = start.isBackward ? 'asc' : 'desc'
  const query = items
    .where(isBeyond(start, column, sql.ref('id')))
    .select(sql<string>`${column}::text`.as('rank'))
    .orderBy(column, direction)
    .orderBy(sql.ref('id'), direction)
    .limit(limit + 1)
    .$castTo<O & { rank: string }>()
  return cutPage(await query.execute(), start, { sort, limit })
}

/** Decodes a cursor of a list of books or videos. Throws `invalid` for a cursor of another list. */
export function readItemCursor({ sort, cursor }: Pick<PageRequest, 'sort' | 'cursor'>) {
  return decodePageCursor(cursor, sort, rankOf(sort))
}

const from = expressionBuilder<Database, 'book'>()

/**
 * Returns two columns for a query that lists books or videos: the names and the ids of the places that each book or
 * video writes about, in the same order and without duplicates, its settings first.
 */
export function placeNamesOf(itemType: ItemType) {
  const { item, itemPlace, itemId } = tablesOf(itemType)
  const places = sql`from (
      select place_id, min(kind) as kind from ${sql.table(itemPlace)}
      where ${sql.ref(itemId)} = ${sql.ref(`${item}.id`)} and ${isOfStory} group by place_id
    ) told join place on place.id = place_id order by told.kind, name`
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

/** Returns a column for a query of the links to places: what the book or video tells of the place, or null. */
export function sentenceOf(itemType: ItemType) {
  const { itemPlace } = tablesOf(itemType)
  const [text, quotedFrom] = [sql.ref(`${itemPlace}.sentence`), sql.ref(`${itemPlace}.quotedFrom`)]
  return sql<PlaceSentence | null>`
    case when ${text} is not null then jsonb_build_object('text', ${text}, 'quotedFrom', ${quotedFrom}) end`.as(
    'sentence',
  )
}

/**
 * Returns a column for a query that lists books or videos: the places of each one, sorted by kind and name. The places
 * of the life of the author come last.
 */
export function placesOf(itemType: ItemType) {
  const { item, itemPlace, itemId } = tablesOf(itemType)
  return jsonArrayFrom(
    from
      .selectFrom(itemPlace)
      .innerJoin('place', 'place.id', `${itemPlace}.placeId`)
      .whereRef(`${itemPlace}.${itemId}`, '=', `${item}.id`)
      .select(['place.id as placeId', 'place.name', 'place.lng', 'place.lat', 'place.country', 'place.province'])
      .select(`${itemPlace}.kind`)
      .select(sentenceOf(itemType))
      .orderBy(sql`array_position(array['setting', 'subject', 'author', 'written'], ${sql.ref(`${itemPlace}.kind`)})`)
      .orderBy('place.name'),
  ).as('places')
}
