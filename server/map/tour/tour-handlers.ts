import { topic } from '#server/platform/cache/topics.ts'
import { fail } from '#shared/api/failure.ts'
import type { tour } from '#shared/api/place/tour.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { findTour, listTourOutlines, listTours } from './tour-queries.ts'

export const tourHandlers: NounHandlers<typeof tour> = {
  async list(_, { db, dependsOn }) {
    dependsOn(topic.tours)
    return { list: await listTours(db) }
  },

  async outlines(_, { db, dependsOn }) {
    dependsOn(topic.tours, topic.books)
    return { list: await listTourOutlines(db) }
  },

  async show({ id }, { db, dependsOn }) {
    // A cached tour also depends on books, because its stops show the titles and covers of books.
    dependsOn(topic.tours, topic.books)
    return (await findTour(db, id)) ?? fail('missing', '没有这条漫游')
  },
}
