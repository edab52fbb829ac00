import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Book, BookCard, BookRole, BookSort } from '#shared/api/book/book.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import type { Database, Db } from '#server/db/schema.ts'
import { placeNamesOf, placesOf, readItemPage, tagsOf } from '#server/item/item-page.ts'
import { namesPerson } from '#server/edition/books-of-person.ts'
import { authorIds, editionsOf, mainEditionOf } from '#server/edition/edition-queries.ts'
import { filesOf } from '#server/book-file/book-file-queries.ts'
import { regionOf } from '#server/place/region.ts'
import { carriesAllTags } from '#server/tag/tag-queries.ts'

export interface BookFilter {
  /** Names of tags; a book must have all of these tags. */
  tags: string[]
  free: boolean
  /** A person whom a book or one of its editions must name, in the given role or, without a role, in any. */
  person?: { id: string; role?: BookRole | undefined } | undefined
  /** A place that a book must be connected with, in the given way or, without one, in any. */
  place?: { id: string; kind?: PlaceKind | undefined } | undefined
}
interface BookPageRequest extends BookFilter {
  sort: BookSort
  cursor?: string | undefined
  limit: number
}

export async function listBooks(db: Db, request: BookPageRequest) {
  const { list, nextCursor } = await readItemPage(filtered(db.selectFrom('book'), request).select(cardColumns), request)
  return { list: list.map(toCard), nextCursor }
}

/**
 * Returns the books with these ids as lists show them, in the order of the ids; books that no longer exist are left
 * out.
 */
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

function filtered<O>(query: SelectQueryBuilder<Database, 'book', O>, { tags, free, person, place }: BookFilter) {
  const conditions = [carriesAllTags(tags), person && namesPerson(person), place && isAtPlace(place)]
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce((qb, condition) => qb.where(condition), query)
    .$if(free, (qb) => qb.where('free', 'is not', null))
}

function isAtPlace({ id, kind }: NonNullable<BookFilter['place']>) {
  const isOfKind = kind === undefined ? sql`true` : sql`kind = ${kind}`
  return sql<boolean>`book.id in (select book_id from book_place where place_id = ${id} and ${isOfKind})`
}

const cardColumns = [
  ...(['id', 'title', 'subtitle', 'authors', 'cover', 'desc', 'free', 'score', 'countRated', 'countComments'] as const),
  authorIds,
  ...placeNamesOf('book'),
] as const

function toCard(row: {
  id: string
  title: string
  subtitle: string | null
  authors: string[]
  authorIds: (string | null)[]
  cover: string | null
  desc: string
  free: string | null
  score: number
  countRated: number
  countComments: number
  places: string[]
  placeIds: string[]
}): BookCard {
  const { id, title, subtitle, authors, authorIds, cover, desc, countRated, countComments, places, placeIds } = row
  const facts = { id, title, subtitle, authors, authorIds, cover, desc, countRated, countComments, places, placeIds }
  return { ...facts, ...toJudged(row) }
}

function toJudged({ free, score }: { free: string | null; score: number }) {
  return { free: free !== null, score: score || null }
}

/** Returns a book with its tags, places, recommendations and files; undefined when it does not exist. */
export async function findBook(db: Db, id: string): Promise<Book | undefined> {
  const row = await db
    .selectFrom('book')
    .selectAll()
    .select((eb) => [tagsOf('book'), placesOf('book'), recommendsOf(eb).as('recommends'), filesOf(eb).as('files')])
    .select([authorIds, editionsOf])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { catalogKey, catalogHash, editedAt, eraFrom, eraTo, sumRated, popularity, createTime, ...book } = row
  return {
    ...book,
    ...mainEditionOf(row.editions),
    era: eraFrom !== null && eraTo !== null ? { from: eraFrom, to: eraTo } : null,
    score: row.score || null,
    createTime: createTime.toISOString(),
    places: row.places.map(({ placeId, country, province, ...place }) => ({
      id: placeId,
      ...place,
      region: regionOf({ name: place.name, country, province }),
    })),
    recommends: row.recommends.map((one) => ({ ...one, createTime: new Date(one.createTime).toISOString() })),
  }
}

export async function isBook(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('book').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
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
