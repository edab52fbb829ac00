import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Book, BookCard, BookSort } from '#shared/api/book/book.ts'
import type { PlaceSentence } from '#shared/api/place/place.ts'
import type { Voice } from '#shared/api/book/book.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import { compileOnce } from '#server/platform/db/compile-once.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import { isBeyond } from '#server/platform/db/page-cursor.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { placeNamesOf, placesOf, readItemCursor, readItemPage, tagsOf } from '#server/catalogue/item/item-page.ts'
import { authorIds, editionsOf, mainEditionOf } from '#server/catalogue/edition/edition-queries.ts'
import { filesOf } from './book-file-queries.ts'
import { regionOf } from '#server/catalogue/place/region.ts'
import { type BookFilter, filterBooks, hasText } from './book-filter.ts'
import { rankedLinks } from './ranked-links.ts'
import { countTaggedBooks, findTaggedBooks, isTagFilter } from './tagged-books.ts'

interface BookPageRequest extends BookFilter {
  sort: BookSort
  cursor?: string | undefined
  limit: number
}

/**
 * Returns a page of the books that match a filter, and the cursor of the next page or null. If the filter has several
 * tags, a page may have fewer books than the limit although there is a next page.
 */
export async function listBooks(db: Db, request: BookPageRequest) {
  const books = db
    .selectFrom('book')
    .select(cardColumns)
    .select([firstRecommendation('reason'), firstRecommendation('voice'), sentenceAbout(request.place?.id)])
  const tagged = isTagFilter(request) ? await findTaggedBooks(db, request, request.limit + 1) : undefined
  const first = tagged === undefined ? firstLinked(request) : sql<boolean>`book.id = any(${tagged.ids}::uuid[])`
  const found = first === undefined ? filterBooks(books, request) : books.where(first)
  const read = await readItemPage(found, request)
  const list = read.list.map((row) => {
    const { reason, voice, sentence } = row
    return { ...toCard(row), reason, voice: voice as Voice | null, sentence }
  })
  const nextCursor = read.nextCursor ?? tagged?.nextCursor ?? null
  // If the filter has several tags, the list can only be searched forwards, so it has no cursor of the previous page.
  return { list, nextCursor, prevCursor: request.tags.length > 1 ? null : read.prevCursor, page: read.page }
}

/**
 * Returns the SQL condition that a book is on the requested page of a list of one author's or one place's books;
 * undefined for lists that no index sorts.
 */
function firstLinked(request: BookPageRequest) {
  const links = request.sort === 'hot' ? rankedLinks(request) : undefined
  const start = readItemCursor(request)
  const direction = start.isBackward ? sql`asc` : sql`desc`
  return (
    links &&
    sql<boolean>`book.id in (
      select book_id from (
        ${links} and ${isBeyond(start, sql.ref('bookPopularity'), sql.ref('bookId'))}
        order by book_popularity ${direction}, book_id ${direction} limit ${request.limit + 1}
      ) first)`
  )
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

/**
 * Counts the books that match a filter, up to one more than `maxCountedBooks`; `isLowerBound` tells whether there may
 * be more.
 */
export async function countBooks(db: Db, filter: BookFilter): Promise<{ total: number; isLowerBound: boolean }> {
  if (isTagFilter(filter)) return countTaggedBooks(db, filter)
  const links = rankedLinks(filter) ?? sql`${filterBooks(db.selectFrom('book').select('id'), filter)}`
  const total = await countRows(db, links)
  return { total, isLowerBound: total > maxCountedBooks }
}

const cardColumns = [
  ...(['id', 'title', 'subtitle', 'authors', 'publishedYear', 'cover', 'desc'] as const),
  ...(['free', 'score', 'countRated', 'countComments'] as const),
  authorIds,
  hasText(sql.ref('book.id')).as('hasText'),
  ...placeNamesOf('book'),
] as const

/** Returns a column of the first recommendation of a book, whose sentence lists show as the reason to read it. */
function firstRecommendation<Column extends 'reason' | 'voice'>(column: Column) {
  return sql<string | null>`(select ${sql.ref(column)} from recommendation
    where book_id = book.id and status = 'approved' order by create_time, id limit 1)`.as(column)
}

/** Returns a column with what each book tells of a place; null if no place is given or nobody has written it. */
function sentenceAbout(placeId: string | undefined) {
  return sql<PlaceSentence | null>`(
    select jsonb_build_object('text', sentence, 'quotedFrom', quoted_from) from book_place
    where book_id = book.id and place_id = ${placeId ?? null}::uuid and sentence is not null
    order by array_position(array['setting', 'subject', 'author', 'written'], kind) limit 1
  )`.as('sentence')
}

function toCard(row: {
  id: string
  title: string
  subtitle: string | null
  authors: string[]
  authorIds: (string | null)[]
  publishedYear: number | null
  cover: string | null
  desc: string
  free: string | null
  hasText: boolean
  score: number
  countRated: number
  countComments: number
  places: string[]
  placeIds: string[]
}): BookCard {
  const { id, title, subtitle, authors, authorIds, cover, desc, countRated, countComments, ...others } = row
  const { publishedYear, places, placeIds, hasText } = others
  const work = { id, title, subtitle, authors, authorIds, publishedYear, cover, desc }
  const facts = { ...work, countRated, countComments, places, placeIds }
  return { ...facts, ...toJudged(row), hasText }
}

function toJudged({ free, score }: { free: string | null; score: number }) {
  return { free: free !== null, score: score || null }
}

const findRows = compileOnce((db, id: string) =>
  db
    .selectFrom('book')
    .selectAll()
    .select((eb) => [tagsOf('book'), placesOf('book'), recommendsOf(eb).as('recommends'), filesOf(eb).as('files')])
    .select([authorIds, editionsOf])
    .where('id', '=', id),
)

/** Returns a book with its tags, places, recommendations and files; undefined when it does not exist. */
export async function findBook(db: Db, id: string): Promise<Book | undefined> {
  const [row] = await findRows(db, id)
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
      .select(['recommendation.id', 'recommendation.reason', 'recommendation.voice', 'recommendation.createTime'])
      .select(
        jsonBuildObject({
          id: sql<string>`"user".id`,
          name: sql<string>`"user".name`,
          profile: sql<string>`"user".avatar_key`,
          isPublic: sql<boolean>`"user".is_public`,
        }).as('user'),
      )
      .orderBy('recommendation.createTime')
      .orderBy('recommendation.id')
      .limit(20),
  )
}
