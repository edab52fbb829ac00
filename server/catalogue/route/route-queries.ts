import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Route } from '#shared/api/place/route.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** Returns all historical routes with their books, the oldest record first. */
export async function listRoutes(db: Db): Promise<Route[]> {
  return db
    .selectFrom('route')
    .select(['id', 'name', 'kind', 'period', 'desc', 'lines'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('routeBook')
          .innerJoin('book', 'book.id', 'routeBook.bookId')
          .whereRef('routeBook.routeId', '=', 'route.id')
          .select(['book.id', 'book.title'])
          .orderBy('routeBook.position'),
      ).as('books'),
    )
    .orderBy('id')
    .execute()
}
