import type { relation } from '#shared/api/book/relation.ts'
import { topic } from '#server/platform/cache/topics.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { listRelations } from './relation-queries.ts'

export const relationHandlers: NounHandlers<typeof relation> = {
  async list({ id }, { db, dependsOn }) {
    dependsOn(topic.book(id))
    const list = await listRelations(db, id)
    // The cached answer also depends on the other books of the relations, because it shows their titles and covers.
    dependsOn(...list.map(({ book }) => topic.book(book.id)))
    return { list }
  },
}
