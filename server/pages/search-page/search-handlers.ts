import { topic } from '#server/platform/cache/topics.ts'
import type { search } from '#shared/api/search/search.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { findBooks } from './find-books.ts'
import { suggest } from './suggest.ts'

export const searchHandlers: NounHandlers<typeof search> = {
  suggest({ query, limit }, { db, dependsOn }) {
    dependsOn(topic.books, topic.people, topic.videos, topic.tags, topic.marks, topic.tours)
    return suggest(db, query, limit)
  },

  books(input, { db, primary, dependsOn }) {
    dependsOn(topic.books, topic.people, topic.tags)
    return findBooks(db, input, primary)
  },
}
