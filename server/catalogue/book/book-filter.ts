import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { BookRole } from '#shared/api/book/book.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { namesPerson } from '#server/search/index/books-of-person.ts'
import { hasTagsNamed } from '#server/catalogue/tag/tag-queries.ts'

export interface BookFilter {
  /** Names of tags; a book must have all of these tags. */
  tags: string[]
  /** Whether a book must have a text that can be read here. */
  free: boolean
  /** A person whom a book or one of its editions must name: in the given role or, if no role is given, in any role. */
  person?: { id: string; role?: BookRole | undefined } | undefined
  /**
   * A place with which a book must be connected: in the given way or, if none is given, in any way. With `isClosest`,
   * the given way must be the closest one in which the two are connected.
   */
  place?: { id: string; kind?: PlaceKind | undefined; isClosest?: boolean } | undefined
}

/** Adds the conditions of a filter to a query of books. */
export function filterBooks<O>(
  query: SelectQueryBuilder<Database, 'book', O>,
  { tags, free, person, place }: BookFilter,
) {
  const conditions = [hasTagsNamed(tags), person && namesPerson(person), place && isAtPlace(place)]
  return conditions
    .filter((condition) => condition !== undefined)
    .reduce((qb, condition) => qb.where(condition), query)
    .$if(free, (qb) => qb.where(hasText(sql.ref('book.id'))))
}

/** Returns an SQL condition: the text of a book can be read here. */
export const hasText = (bookId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from book_file where book_id = ${bookId})`

function isAtPlace({ id, ...kind }: NonNullable<BookFilter['place']>) {
  return sql<boolean>`book.id in (select book_id from book_place where place_id = ${id} and ${isOfKind(kind)})`
}

/** The connections of a book with a place, the closest first. */
const kindsByCloseness: PlaceKind[] = ['setting', 'subject', 'written', 'author']

/** Returns an SQL condition on the table `book_place`: the row has the kind of connection that a filter names. */
export function isOfKind({ kind, isClosest = false }: Omit<NonNullable<BookFilter['place']>, 'id'>) {
  if (kind === undefined) return sql<boolean>`true`
  const closer = isClosest ? kindsByCloseness.slice(0, kindsByCloseness.indexOf(kind)) : []
  if (closer.length === 0) return sql<boolean>`kind = ${kind}`
  return sql<boolean>`(kind = ${kind} and not exists (
    select from book_place other where other.place_id = book_place.place_id and other.book_id = book_place.book_id
      and other.kind = any(${closer})))`
}
