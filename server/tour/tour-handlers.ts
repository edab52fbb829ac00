import { fail } from '#shared/api/failure.ts'
import type { tour } from '#shared/api/place/tour.ts'
import type { NounHandlers } from '#server/call/handlers.ts'
import { findTour, listTours } from './tour-queries.ts'

export const tourHandlers: NounHandlers<typeof tour> = {
  async list(_, { db, reads }) {
    reads('tours')
    return { list: await listTours(db) }
  },

  async show({ id }, { db, reads }) {
    // Its stops show titles and covers.
    reads('tours', 'books')
    return (await findTour(db, id)) ?? fail('missing', '没有这条漫游')
  },
}
