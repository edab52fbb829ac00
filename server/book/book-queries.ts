import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import * as z from 'zod/mini'
import type { Book, BookCard, BookSort } from '#shared/api/book/book.ts'
import { decodeCursor, encodeCursor } from '#server/db/cursor.ts'
import type { Database, Db } from '#server/db/schema.ts'
import { rankOf, sortColumns } from '#server/item/item-rank.ts'
import { filesOf } from '#server/book-file/book-file-queries.ts'
import { regionOf } from '#server/place/region.ts'
import { carriesAllTags } from '#server/tag/tag-queries.ts'

export interface BookFilter {
  /** A book carries all of them. */
  tags: string[]
  free: boolean
}
export interface BookPageRequest extends BookFilter {
  sort: BookSort
  cursor?: string | undefined
  limit: number
}

export async function listBooks(db: Db, request: BookPageRequest) {
  const column = sortColumns[request.sort]
  let query = filtered(db.selectFrom('book'), request)
    .select(cardColumns)
    .select(sql<string>`${sql.ref(column)}::text`.as('rank'))
    .orderBy(column, 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit + 1)
  if (request.cursor !== undefined) {
    const [, rank, id] = decodeCursor(
      request.cursor,
      z.tuple([z.literal(request.sort), rankOf(request.sort), z.uuid()]),
    )
    query = query.where(sql<boolean>`(${sql.ref(column)}, id) < (${rank}, ${id})`)
  }
  const rows = await query.execute()
  const list = rows.slice(0, request.limit)
  const last = rows.length > request.limit ? list.at(-1) : undefined
  return { list: list.map(toCard), nextCursor: last ? encodeCursor([request.sort, last.rank, last.id]) : null }
}

/** These books as lists show them, in this order; those that are gone are left out. */
export async function listBooksById(db: Db, ids: string[]): Promise<BookCard[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('book').select(cardColumns).where('id', 'in', ids).execute()
  const cards = new Map(rows.map((row) => [row.id, toCard(row)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

export async function countBooks(db: Db, filter: BookFilter): Promise<number> {
  const { count } = await filtered(db.selectFrom('book'), filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function filtered<O>(query: SelectQueryBuilder<Database, 'book', O>, { tags, free }: BookFilter) {
  return query.where(carriesAllTags(tags)).$if(free, (qb) => qb.where('free', 'is not', null))
}

function cardColumns(eb: ExpressionBuilder<Database, 'book'>) {
  return [
    'id' as const,
    'title' as const,
    'subtitle' as const,
    'authors' as const,
    'cover' as const,
    'desc' as const,
    'free' as const,
    'score' as const,
    'countRated' as const,
    'countComments' as const,
    eb
      .selectFrom('bookPlace')
      .innerJoin('place', 'place.id', 'bookPlace.placeId')
      .whereRef('bookPlace.bookId', '=', 'book.id')
      .select(sql<string[]>`array_agg(distinct place.name)`.as('places'))
      .as('places'),
  ] as const
}

function toCard(row: {
  id: string
  title: string
  subtitle: string | null
  authors: string[]
  cover: string | null
  desc: string
  free: string | null
  score: number
  countRated: number
  countComments: number
  places: string[] | null
}): BookCard {
  const { id, title, subtitle, authors, cover, desc, countRated, countComments } = row
  const places = row.places ?? []
  return { id, title, subtitle, authors, cover, desc, countRated, countComments, places, ...toJudged(row) }
}

function toJudged({ free, score }: { free: string | null; score: number }) {
  return { free: free !== null, score: score || null }
}

/** One book whole, or undefined. */
export async function findBook(db: Db, id: string): Promise<Book | undefined> {
  const row = await db
    .selectFrom('book')
    .selectAll()
    .select((eb) => [
      tagsOf(eb).as('tags'),
      placesOf(eb).as('places'),
      recommendsOf(eb).as('recommends'),
      filesOf(eb).as('files'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { catalogKey, catalogHash, editedAt, eraFrom, eraTo, sumRated, popularity, createTime, ...book } = row
  return {
    ...book,
    era: eraFrom !== null && eraTo !== null ? { from: eraFrom, to: eraTo } : null,
    score: row.score || null,
    createTime: createTime.toISOString(),
    places: row.places.map(({ country, province, ...place }) => ({
      ...place,
      region: regionOf({ name: place.name, country, province }),
    })),
    recommends: row.recommends.map((one) => ({ ...one, createTime: new Date(one.createTime).toISOString() })),
  }
}

export async function isBook(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('book').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

function tagsOf(eb: ExpressionBuilder<Database, 'book'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('bookTag')
      .innerJoin('tag', 'tag.id', 'bookTag.tagId')
      .whereRef('bookTag.bookId', '=', 'book.id')
      .select(['tag.id', 'tag.name', 'tag.kind', 'tag.count'])
      .orderBy(sql`array_position(array['form', 'subject', 'era', 'region'], tag.kind)`)
      .orderBy('tag.position'),
  )
}

function placesOf(eb: ExpressionBuilder<Database, 'book'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('bookPlace')
      .innerJoin('place', 'place.id', 'bookPlace.placeId')
      .whereRef('bookPlace.bookId', '=', 'book.id')
      .select(['place.name', 'place.lng', 'place.lat', 'place.country', 'place.province', 'bookPlace.kind'])
      .orderBy(sql`array_position(array['setting', 'subject', 'author', 'written'], book_place.kind)`)
      .orderBy('place.name'),
  )
}

function recommendsOf(eb: ExpressionBuilder<Database, 'book'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('recommendation')
      .innerJoin('user', 'user.id', 'recommendation.userId')
      .whereRef('recommendation.bookId', '=', 'book.id')
      .where('recommendation.status', '=', 'approved')
      .select(['recommendation.id', 'recommendation.reason', 'recommendation.createTime'])
      .select(
        jsonBuildObject({
          id: sql<string>`"user".id`,
          name: sql<string>`"user".name`,
          profile: sql<string>`"user".avatar_key`,
        }).as('user'),
      )
      .orderBy('recommendation.createTime')
      .orderBy('recommendation.id')
      .limit(20),
  )
}
