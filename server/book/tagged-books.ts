import { type RawBuilder, sql } from 'kysely'
import type { BookSort } from '#shared/api/book/book.ts'
import { maxCountedBooks } from '#shared/max-counted-books.ts'
import type { Db } from '#server/db/schema.ts'
import { isAfterCursor } from '#server/item/item-page.ts'
import { findTagsByRarity, type TagCount } from '#server/tag/tag-queries.ts'
import type { BookFilter } from './book-filter.ts'

/** A filter by tags alone; a book must have all of the tags. */
type TagFilter = Pick<BookFilter, 'tags' | 'free'>

interface TaggedRequest extends TagFilter {
  sort: BookSort
  cursor?: string | undefined
}

/** The columns of `book_tag` that copy the columns by which lists of books are sorted. */
const rankColumns = { hot: 'bookPopularity', new: 'bookCreateTime', score: 'bookScore' } as const

/**
 * The number of books with the rarest of several tags that a page checks for the other tags, in the order of the list.
 * When these are not enough for a page, the tags have few books in common, and all books of the tags are compared.
 */
const maxWalked = 2000

/** Tells whether a filter of books has tags and nothing else that `book_tag` does not know. */
export function isTagFilter({ tags, person, place }: BookFilter): boolean {
  return tags.length > 0 && person === undefined && place === undefined
}

/**
 * Returns the ids of the first books after a cursor that have all tags, at most `limit`, in the order of the list. An
 * index of `book_tag` has the books of each tag in each order. Throws `invalid` for a cursor of another list.
 */
export async function findTaggedBooks(db: Db, request: TaggedRequest, limit: number): Promise<string[]> {
  const tags = await findTagsByRarity(db, request.tags)
  const [rarest, ...others] = tags
  if (rarest === undefined) return []
  const column = sql.ref(rankColumns[request.sort])
  const rank = sql.ref(`rarest.${rankColumns[request.sort]}`)
  const order = sql`order by ${column} desc, book_id desc`
  const isWanted = sql`${isFree(request)} and ${isAfterCursor(request, rank, sql.ref('rarest.bookId'))}`
  const readIds = async (books: RawBuilder<unknown>) => {
    const { rows } = await sql<{ bookId: string }>`
      select book_id from (${books}) rarest ${order} limit ${limit}`.execute(db)
    return rows.map(({ bookId }) => bookId)
  }
  const walked = sql`
    select book_id, ${column} from book_tag rarest where tag_id = ${rarest.id} and ${isWanted}
    ${order} limit ${others.length === 0 ? limit : maxWalked}`
  const ids = await readIds(sql`select * from (${walked}) rarest where ${hasTags(others)}`)
  if (ids.length === limit || others.length === 0 || rarest.count <= maxWalked) return ids
  return readIds(sql`
    with shared as materialized (select rarest.book_id, ${rank} ${fromAll(tags)} and ${isWanted}) select * from shared`)
}

/** Counts the books that have all tags, up to one more than `maxCountedBooks`. */
export async function countTaggedBooks(db: Db, filter: TagFilter): Promise<number> {
  const tags = await findTagsByRarity(db, filter.tags)
  const most = maxCountedBooks + 1
  const [rarest] = tags
  if (rarest === undefined) return 0
  if (tags.length === 1 && !filter.free) return Math.min(rarest.count, most)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select rarest.book_id ${fromAll(tags)} and ${isFree(filter)} limit ${sql.lit(most)}
    ) counted`.execute(db)
  return rows[0]?.count ?? 0
}

const isFree = ({ free }: TagFilter) => (free ? sql`rarest.book_is_free` : sql`true`)

/**
 * Returns the condition that a book of the query `rarest` has further tags. A subquery for each book makes the database
 * look the tags up one by one, instead of reading all books of the further tags.
 */
function hasTags(tags: TagCount[]): RawBuilder<boolean> {
  if (tags.length === 0) return sql`true`
  const ids = tags.map(({ id }) => id)
  return sql`(
    select count(*) from book_tag further where further.book_id = rarest.book_id and further.tag_id = any(${ids}::uuid[])
  ) = ${ids.length}`
}

/** Returns the end of an SQL query for the books that have all tags; `rarest` is their link to the first tag. */
function fromAll([first, ...others]: TagCount[]): RawBuilder<unknown> {
  const joins = others.map(({ id }, at) => {
    const other = sql.ref(`other${at}`)
    return sql`join book_tag ${other} on ${other}.book_id = rarest.book_id and ${other}.tag_id = ${id}`
  })
  return sql`from book_tag rarest ${sql.join(joins, sql` `)} where rarest.tag_id = ${first?.id}`
}
