import type { library } from '#shared/api/book/library.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { countFreeBooks, listFreeBooks, listFreeBookTags } from './free-book-queries.ts'

export const libraryHandlers: NounHandlers<typeof library> = {
  async freeBooks(input, { db, dependsOn }) {
    dependsOn(topic.books)
    if (input.sort === 'hot') dependsOn(topic.order('book', 'hot'))
    const [page, total] = await Promise.all([listFreeBooks(db, input), countFreeBooks(db, input)])
    dependsOn(...page.list.map(({ id: itemId }) => topic.card({ itemType: 'book', itemId })))
    return { ...page, total }
  },

  async tags(_, { db, dependsOn }) {
    dependsOn(topic.books, topic.tags)
    return { list: await listFreeBookTags(db) }
  },
}
