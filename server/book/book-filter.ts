import { type SelectQueryBuilder, sql } from 'kysely'
import type { BookRole } from '#shared/api/book/book.ts'
import type { PlaceKind } from '#shared/api/place/place.ts'
import type { Database } from '#server/db/schema.ts'
import { namesPerson } from '#server/edition/books-of-person.ts'
import { hasTagsNamed } from '#server/tag/tag-queries.ts'

export interface BookFilter {
  /** Names of tags; a book must have all of these tags. */
  tags: string[]
  free: boolean
  /** A person whom a book or one of its editions must name: in the given role or, if no role is given, in any role. */
  person?: { id: string; role?: BookRole | undefined } | undefined
  /** A place with which a book must be connected: in the given way or, if none is given, in any way. */
  place?: { id: string; kind?: PlaceKind | undefined } | undefined
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
    .$if(free, (qb) => qb.where('free', 'is not', null))
}

function isAtPlace({ id, kind }: NonNullable<BookFilter['place']>) {
  const isOfKind = kind === undefined ? sql`true` : sql`kind = ${kind}`
  return sql<boolean>`book.id in (select book_id from book_place where place_id = ${id} and ${isOfKind})`
}
