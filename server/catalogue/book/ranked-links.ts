import { type RawBuilder, sql } from 'kysely'
import { type BookFilter, isOfKind } from './book-filter.ts'

/**
 * Returns an SQL query for the ids (`book_id`) and popularity of the books of one author, or of those connected with
 * one place in one way. The query ends with its conditions, so that the caller can append a further condition, an order
 * and a limit. An index contains these rows in the order of popularity and then of ids, so that the cost of reading the
 * first rows does not depend on their total number. Returns undefined for filters without such an index.
 */
export function rankedLinks({ tags, free, person, place }: BookFilter): RawBuilder<unknown> | undefined {
  if (tags.length > 0 || free) return undefined
  // `book.authors` may contain two names of one person. The book then has two rows in `book_author`, of which
  // `distinct` leaves one.
  if (place === undefined && person?.role === 'author')
    return sql`select distinct book_popularity, book_id from book_author where person_id = ${person.id}`
  if (person === undefined && place?.kind !== undefined)
    return sql`select book_popularity, book_id from book_place where place_id = ${place.id} and ${isOfKind(place)}`
  return undefined
}
