import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Mark } from '#shared/api/place/mark.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authorIds } from '#server/catalogue/edition/edition-queries.ts'
import { type Located, regionOf } from '#server/catalogue/place/region.ts'
import { countWorld, type MarkFilter, type MarkSearch, maxCountedMarks, planMarkSearch } from './plan-mark-search.ts'

interface MarkPageRequest extends MarkFilter {
  cursor?: string | undefined
  limit: number
}

const Position = z.tuple([z.int32(), z.uuid(), z.uuid()])

/**
 * Returns a page of the map marks (books and videos at places) that match a filter, the most popular first, and the
 * numbers of all matching marks and of their books and videos. If the filter has several tags, both the pages and the
 * numbers may lack marks of less popular books and videos.
 */
export async function listMarks(db: Db, { cursor, limit, ...filter }: MarkPageRequest) {
  const search = await planMarkSearch(db, filter)
  const rows = await listRows(db, search, cursor, limit + 1)
  const list = rows.slice(0, limit)
  const last = rows.length > limit ? list.at(-1) : undefined
  return {
    list: list.map(toMark),
    nextCursor: last ? encodeCursor([last.popularity, last.itemId, last.placeId]) : null,
    total: search.total,
    countItems: search.countItems,
    hasMoreItems: search.isLowerBound || search.total > maxCountedMarks,
    isLowerBound: search.isLowerBound,
  }
}

/**
 * Reads a page of marks, the most popular first. It either reads the most popular marks of the world until enough of
 * them match, or all marks that may match, whichever reads fewer rows.
 */
async function listRows(db: Db, search: MarkSearch, cursor: string | undefined, limit: number): Promise<MarkRow[]> {
  const { source, condition, candidates, total, isLowerBound } = search
  const isAfter =
    cursor === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(popularity, item_id, place_id) < (${sql.join(decodeCursor(cursor, Position))})`
  if (total === 0) return []
  // The marks of one place and the marks of the whole world each have a database index that is sorted by popularity, so
  // a single query suffices.
  if (candidates === Infinity)
    return readPage(db, sql`select * from mark where ${condition} and ${isAfter} ${order} limit ${limit}`)
  const expected = (limit * (await countWorld(db))) / Math.max(total, 1)
  // On average, the `expected` most popular marks contain one page of matching marks. Three times as many are read,
  // because the matching marks may be less popular than most others.
  const enough = Math.ceil(expected * 3)
  // If the search may miss matching marks (`isLowerBound`), every page must miss the same ones. So all pages are then
  // read with the same query, `source`.
  if (enough < candidates && !isLowerBound) {
    const mostPopular = sql`(select * from mark where ${isAfter} ${order} limit ${enough}) mark`
    const rows = await readPage(db, sql`select * from ${mostPopular} where ${condition} ${order} limit ${limit}`)
    if (rows.length === limit) return rows
  }
  const found = source(sql<boolean>`${condition} and ${isAfter}`, sql`${order} limit ${limit}`)
  return readPage(db, sql`with found as materialized (${found}) select * from found ${order} limit ${limit}`)
}

const order = sql`order by popularity desc, item_id desc, place_id desc`

async function readPage(db: Db, page: RawBuilder<unknown>): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`select ${columns} from (${page}) mark ${joins} ${order}`.execute(db)
  return rows
}

/** Returns the map mark of a book or video at a place; undefined if there is none. */
export async function findMark(db: Db, itemId: string, placeId: string): Promise<Mark | undefined> {
  const { rows } = await sql<MarkRow>`
    select ${columns} from mark ${joins} where item_id = ${itemId} and place_id = ${placeId}`.execute(db)
  return rows[0] && toMark(rows[0])
}

type MarkRow = Omit<Mark['properties'], 'region'> & Located & { popularity: number; lng: number; lat: number }

const columns: RawBuilder<unknown> = sql`
  coalesce(book.title, video.title) as title, mark.item_type, mark.item_id, mark.place_id, mark.popularity, place.name as place,
  place.lng, place.lat, place.country, place.province, coalesce(book.authors, '{}') as authors, ${authorIds},
  coalesce(book.cover, video.cover) as cover,
  array(
    select kind from (
      select kind, place_id from book_place where book_id = mark.item_id
      union all
      select kind, place_id from video_place where video_id = mark.item_id
    ) belonging where place_id = mark.place_id
    order by array_position(array['setting', 'subject', 'author', 'written'], kind)
  ) as kinds,
  (
    select jsonb_build_object('text', sentence, 'quotedFrom', quoted_from) from (
      select place_id, kind, sentence, quoted_from from book_place where book_id = mark.item_id
      union all
      select place_id, kind, sentence, quoted_from from video_place where video_id = mark.item_id
    ) belonging where place_id = mark.place_id and sentence is not null
    order by array_position(array['setting', 'subject', 'author', 'written'], kind) limit 1
  ) as sentence,
  array(
    select tag.name from unnest(mark.tag_ids) tag_id join tag on tag.id = tag_id
    order by array_position(array['form', 'subject', 'era', 'region'], tag.kind), tag.position
  ) as tags,
  (
    select reason from recommendation where book_id = book.id and status = 'approved' order by create_time, id limit 1
  ) as reason`

const joins: RawBuilder<unknown> = sql`
  left join book on mark.item_type = 'book' and book.id = mark.item_id
  left join video on mark.item_type = 'video' and video.id = mark.item_id
  join place on place.id = mark.place_id`

function toMark({ popularity, lng, lat, country, province, ...properties }: MarkRow): Mark {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      ...properties,
      region: regionOf({ name: properties.place, country, province }),
      // The sentence about the place is shown instead of the recommendation.
      reason: properties.sentence === null ? properties.reason : null,
    },
  }
}
