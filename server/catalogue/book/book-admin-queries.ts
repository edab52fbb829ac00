import { type SelectQueryBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { BookAdminRow } from '#shared/api/book/book-admin.ts'
import { isId } from '#shared/id.ts'
import { parseIsbn } from '#shared/isbn.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import { countRows } from '#server/platform/db/count-rows.ts'
import { CursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import { escapeLike } from '#server/platform/db/like-pattern.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { ofMainEdition } from '#server/catalogue/edition/edition-queries.ts'
import { titlePieces } from '#server/search/query/token-query.ts'
import { compactText } from '#server/engines/text/fold-text.ts'

interface Request {
  query: string
  limit: number
  cursor?: string | undefined
}

/** Returns one page of the books that match an editor's search query, newest first; all books for an empty query. */
export async function listBookAdminRows(db: Db, { query, limit, cursor }: Request) {
  let matching = matchingBooks(db.selectFrom('book'), query)
    .select(['id', 'title', 'authors', 'cover', 'countComments', 'createTime'])
    .select(ofMainEdition('isbn13'))
    .select((eb) => [
      eb('editedAt', 'is not', null).$castTo<boolean>().as('isEdited'),
      sql<number>`(select count(distinct place_id) from book_place where book_id = book.id)`.as('countPlaces'),
    ])
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) {
    const [time, id] = decodeCursor(cursor, z.tuple([CursorTime, z.uuid()]))
    matching = matching.where(sql<boolean>`(create_time, id) < (${time}, ${id})`)
  }
  const rows = await matching.execute()
  const list = rows.slice(0, limit).map(({ createTime: _, ...line }): BookAdminRow => line)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { list, nextCursor: last ? encodeCursor([last.createTime.toISOString(), last.id]) : null }
}

export function countBookAdminRows(db: Db, query: string): Promise<number> {
  return countRows(db, sql`${matchingBooks(db.selectFrom('book').select('id'), query)}`)
}

/**
 * Restricts a query to books that match what an editor typed: a book's id or ISBN, or a part of its title or of an
 * author's name.
 */
function matchingBooks<O>(books: SelectQueryBuilder<Database, 'book', O>, query: string) {
  if (query === '') return books
  if (isId(query)) return books.where('id', '=', query)
  const isbn = parseIsbn(query)
  if (isbn !== null)
    return books.where((eb) => eb('id', 'in', eb.selectFrom('edition').select('bookId').where('isbn13', '=', isbn)))
  return books.where(sql<boolean>`id in (
    (${titledWith(query)} limit ${most}) union all (${writtenBy(query)} limit ${most})
  )`)
}

/**
 * A search considers at most this number of books with a matching title, of people with a matching name, and of their
 * books.
 */
const most = sql.lit(maxCountedBooks + 1)

/**
 * Returns an SQL query for the books whose title contains a text. The search index finds the titles that have all pairs
 * of neighbouring characters and all words of the text; only these titles are compared with the text itself.
 */
function titledWith(query: string) {
  const compact = compactText(query)
  const tokens = titlePieces(query)
  return tokens === undefined
    ? sql`select book_id from search_book where false`
    : sql`select book_id from search_book
        where tokens @@ ${tokens}::tsquery and folded like ${`%${escapeLike(compact)}%`}`
}

/** Returns an SQL query for the books of the authors with a name that contains a text. */
function writtenBy(query: string) {
  const isNamed = containsText(sql.ref('name'), query)
  return sql`select book_id from book_author where person_id in (
    (select id from person where ${isNamed} limit ${most})
    union all (select person_id from person_name where ${isNamed} limit ${most})
  )`
}
